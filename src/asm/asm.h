/* Assembly systems: the front door of this folder, and all of it that other folders include.
 *
 * A system file is read into a casm.  It can be explored as a system (system.h), decided as a whole
 * by decision diagrams or as a circuit, and written as a model for NuSMV; families of systems are
 * proved for every number of components. */
#ifndef ASM_ASM_H
#define ASM_ASM_H

#include "base/text.h"
#include "base/vec.h"
#include "ltl/ctl.h"
#include "ltl/ltl.h"
#include "system.h"

struct automaton;

/* ---- reading ---- */

typedef struct casm casm;

typedef enum arch { ARCH_ASMP, ARCH_SMP, ARCH_SINGLE } arch;
extern const char *const arch_names[3];

typedef struct definition {
    const char *name;
    i64 value;
} definition;

typedef struct casm_options {
    arch arch;
    bool collapse;       /* --abstraction */
    bool tso;            /* stores wait in buffers: x86-TSO; ARCH_ASMP only */
    VEC(definition) set; /* --set NAME=VALUE */
    string_list invariants;
    const char *chain, *part; /* the system is this obligation of a family of assembly text */
    string_list lemmas;       /* with these */
    bool live;                /* and what happens at last is asked of it */
    bool whole;               /* imported modules themselves, not what their properties allow */
} casm_options;

/* Reads a system; a mistake ends the process with EXIT_INPUT, its line and a caret. */
casm *casm_read(const char *path, const casm_options *o);
void casm_free(casm *c);
u64 casm_hash(const casm *c); /* of the source */
const char *casm_file(const casm *c);
u32 casm_processes(const casm *c);
/* Appends the architecture, the processes, and what the abstraction removed. */
void casm_describe(const casm *c, const char *switch_at, text *out);

/* Modules that it imports, each to be proved by itself. */
typedef struct casm_import {
    const char *path, *module;
    u32 line;
} casm_import;
u32 casm_imports(const casm *c);
casm_import casm_import_at(const casm *c, u32 i);

/* ---- properties ---- */

typedef enum property_kind { PROP_INVARIANT, PROP_LTL, PROP_CTL } property_kind;

typedef struct casm_property {
    property_kind kind;
    const char *text; /* as written */
    const char *file;
    u32 line;
} casm_property;

u32 casm_properties(const casm *c);
casm_property casm_property_at(const casm *c, u32 i);
/* A further proposition over the system, from this place; the number of its query.  Mistakes as
 * above. */
u32 casm_watch(casm *c, const char *source, const char *file, u32 line);
/* Rest points, liveness, what is removed; again after each new proposition. */
void casm_flow(casm *c, const casm_options *o);
/* Has every cell one initial value? */
bool casm_begins_once(const casm *c);

/* ---- the system ---- */

/* Slot 0 is the system itself, which begins (and, on a common clock, ticks), slot p + 1 is process
 * p. */
typedef struct asm_settings {
    bool plain;            /* every instruction is a step: for reports */
    const char *switch_at; /* labels with commas between; NULL: anywhere */
    bool no_symmetry;      /* states that differ in which copy does what are told apart */
    u32 buffer;            /* stores of a process that may wait, 0: ASM_BUFFER */
    u64 limit_bytes;
    u8 **reached; /* by process and instruction: ASM_ is set there when it is executed; or NULL */
} asm_settings;

/* It was executed; and the next one was that behind it, or another. */
enum { ASM_REACHED = 1, ASM_WENT_ON = 2, ASM_JUMPED = 4 };

enum { ASM_BUFFER = 8 };

/* Such marks, all zero; and what they say: of each instruction its place, whether it was executed,
 * and whether one of its ways was never taken. */
u8 **asm_reached_open(const casm *c);
void asm_reached_close(const casm *c, u8 **reached);
typedef void (*asm_covered)(void *with, const char *file, u32 line, bool reached, bool one_way);
void asm_reached_tell(const casm *c, u8 *const *reached, asm_covered each, void *with);

/* `c` must outlive it. */
sys *asm_open(casm *c, const asm_settings *o);
/* Whether copies are merged. */
bool asm_symmetric(const casm *c);
/* Whether partial-order reductions may be put over it: they need to know what a property reads,
 * which assertions say themselves. */
bool asm_reducible(const casm *c, const asm_settings *o);
/* The steps of a system with collapsed steps as those of one without; where step `place` is then.
 */
typedef struct asm_step {
    u16 thread;
    u32 choice;
    u8 kind; /* move_kind: RUN or FLUSH */
} asm_step;
typedef VEC(asm_step) asm_steps;
u32 asm_expand(sys *plain, asm_steps *steps, u32 place);

/* ---- its reachable states as a decision diagram (reach.c) ---- */

typedef struct reach reach;

typedef struct reach_limits {
    u32 nodes;      /* of all diagrams together */
    double seconds; /* 0: no limit */
    const volatile int *interrupted;
} reach_limits;

typedef enum reach_answer { REACH_HOLDS, REACH_FAILS, REACH_OPEN } reach_answer;

/* Not for a common clock.  REACH_FAILS: `steps` leads to a failure, REACH_OPEN: `reason` says why.
 */
reach *reach_open(casm *c, bool allow_deadlock, const reach_limits *limits);
reach_answer reach_safety(reach *r, asm_steps *steps);
/* Formulas where the system begins; `queries` by atom or proposition, over the watched ones.  Weak
 * fairness: a process that always can move does. */
reach_answer reach_ctl(reach *r, const ctl *f, const u32 *queries, bool weakly_fair);
reach_answer reach_ltl(reach *r, const struct automaton *a, const u32 *queries, bool weakly_fair);
const char *reach_reason(const reach *r);
double reach_states(const reach *r);
u32 reach_nodes(const reach *r);
void reach_close(reach *r);

/* The slots of the processes of this name, as bits; 0: there are none. */
u64 casm_threads(const casm *c, const char *label);

/* ---- as a circuit, decided by another program and checked here (symbolic.c) ---- */

typedef enum symbolic_answer {
    SYMBOLIC_PROVED, /* with an invariant that was checked */
    SYMBOLIC_FAILS,  /* by `steps` */
    SYMBOLIC_OPEN    /* `reason` says why */
} symbolic_answer;

typedef struct symbolic {
    symbolic_answer answer;
    char reason[200];
    asm_steps steps; /* of the collapsed system */
    u32 latches, gates;
    u32 clauses; /* of the invariant */
} symbolic;

/* Decides assertions, invariants and deadlock.  `seconds`: for the other
 * program, 0 no limit. */
void symbolic_check(casm *c, double seconds, bool allow_deadlock, symbolic *out);
void symbolic_free(symbolic *s);

/* ---- as a model for NuSMV and nuXmv ---- */

/* Appends the model. */
void smv_write(casm *c, bool allow_deadlock, text *out);
/* The same for solvers of Horn clauses, in SMT-LIB: without temporal formulas. */
void horn_write(casm *c, bool allow_deadlock, text *out);
/* As a circuit in the binary AIGER format on standard output; false: errno says why. */
bool circuit_print(casm *c, bool allow_deadlock);

/* Append a formula; `queries` has the queries of its propositions. */
void smv_add_ctl(casm *c, const ctl *f, const u32 *queries, text *out);
void smv_add_ltl(casm *c, ltl *of, formula f, const u32 *queries, text *out);

/* ---- families of systems of any size: a base, a step from n to n + 1, observers ---- */

typedef struct family family;

typedef enum family_part {
    PART_BASE,   /* the base is ok */
    PART_STEP,   /* a block that is ok, and one component more, are ok together */
    PART_CLOSE,  /* what closes the system keeps the assumption */
    PART_BOUNDED /* n components are ok */
} family_part;

typedef struct family_result {
    bool holds;
    bool cut;  /* too many states */
    bool fair; /* of a live part: some run is fair */
    u64 states;
    text trace; /* when it does not hold */
} family_result;

/* Whether the observers, and those named in `lemmas`, are ok in this part; `size`: of BOUNDED. */
void family_check(family *f, family_part part, u32 size, const char *const *lemmas, u32 nlemmas,
                  u64 max_states, family_result *out);
/* What happens at last, in every fair run: the obligations, in this order. */
typedef enum live_part {
    LIVE_BASE,   /* the base is live */
    LIVE_FAIR,   /* a component is fair to the block inside it, whether that is live or not */
    LIVE_STEP,   /* around a block that is live, it is live */
    LIVE_CLOSE,  /* what closes the system is fair, and around a live block reaches its goals */
    LIVE_BOUNDED /* n components are live */
} live_part;
bool family_has_live(const family *f, bool may);
/* may: what may happen from every state, by strategies; LIVE_BOUNDED: by any run. */
void family_live(family *f, live_part part, bool may, u32 size, const char *const *lemmas,
                 u32 nlemmas, u64 max_states, family_result *out);
bool family_has_close(const family *f);
/* No signals satisfy the assumption: every claim holds of no run at all. */
bool family_vacuous(family *f);
/* A lemma of that name is declared. */
bool family_has_lemma(const family *f, const char *name);
/* What may be added: names with commas, "" none. */
void family_lemmas(const family *f, text *out);

/* A family of blocks, or of assembly text; both NULL: there is none of that name.  Blocks have
 * signals, each true or false in every step of a common clock; a family of assembly text is checked
 * by reading the system with `chain` and `part`. */
typedef struct chain_note {
    char *name;
    VEC(char *) lemmas;
    u32 fair, lives; /* how many lines of these */
} chain_note;
/* What happens at last in it: the linear formulas of an obligation, one for each target; and one
 * that holds when no run of the obligation counts. */
u32 chain_live_targets(const chain_note *n, live_part part);
void chain_live_formula(const chain_note *n, live_part part, u32 target, text *out);
void chain_unfair_formula(const chain_note *n, live_part part, text *out);
void casm_family(const casm *c, const char *name, family **blocks, const chain_note **chain);

#endif

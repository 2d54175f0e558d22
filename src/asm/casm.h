/* An assembly system inside: cells, registers, and processes whose instructions are assignments of
 * expressions. */
#ifndef ASM_CASM_H
#define ASM_CASM_H

#include "asm/asm.h"
#include "asm/expr.h"
#include "event.h"

typedef enum var_kind {
    VAR_CELL,     /* memory, shared or local */
    VAR_REGISTER, /* of a process */
    VAR_FLAG,
    VAR_PC,
    VAR_TOKEN, /* a wake-up that was not consumed yet */
    VAR_TEMP,  /* between the two accesses of an instruction that reads and writes */
} var_kind;

enum { SHARED = -1 };

typedef struct var {
    char *name;
    u8 width, kind;
    int owner; /* process, or SHARED */
    u32 array;
    u64 low, high; /* initial values */
} var;

/* Variables that lie one behind the other in memory; a single one is an array of one. */
typedef struct array {
    char *name;
    u32 first, n;
    u8 width, stride; /* bits; bytes from one to the next */
    int owner;
    u64 address;
    bool stack;
} array;

typedef struct assign {
    u32 array;
    expr index; /* outside of the array: nothing is assigned; 0: the element `at` */
    u32 at;
    expr value;
    bool dead; /* by flow.c: nobody reads it */
    /* Of a part of a cell: `value` is the whole cell after it, `part` what is stored in its bits
     * from `low` on.  0: it is the whole cell. */
    expr part, low;
} assign;

typedef struct check_row {
    expr holds;
    error_kind kind;
    const char *message;
} check_row;

/* What of the shared memory an instruction touches. */
typedef struct footprint {
    u32 array;
    expr index; /* 0: the element `at`; outside of the array: not this one */
    u32 at;
    bool reads, writes;
    expr low; /* of a part of the cell: its lowest bit, 0: the whole cell */
    u32 bits; /* and how many */
} footprint;

enum {
    INSN_GLOBAL = 1,  /* touches what others can see, or can wait */
    INSN_LOCKED = 2,  /* reads and writes in one */
    INSN_SLEEP = 4,   /* waits for a wake-up */
    INSN_END = 8,     /* the process has nothing to do any more */
    INSN_CHOOSE = 16, /* several choices */
    INSN_ASSERT = 32,
    INSN_WAKE = 64,
    INSN_HALF = 128,    /* the first access of two: the next instruction is the second */
    INSN_OPAQUE = 512,  /* touches more than one event says */
    INSN_SPIN = 256,    /* a local loop comes back here */
    INSN_DRAINS = 1024, /* waits until the process's stores are in memory */
};

typedef struct instr {
    u32 file, line, column;
    const char *text; /* the statement */
    u32 flags;
    u32 choices;   /* at least 1 */
    u32 undefined; /* flags that the choice decides, as bits of FLAG_ */
    u32 cycles;
    expr guard, next; /* one bit; the pc's width */
    VEC(assign) sets;
    VEC(check_row) checks;
    VEC(footprint) touches;
    /* By flow.c. */
    bool settled;    /* the choice decides nothing that is read */
    bool rest;       /* other processes can act before it */
    u64 *live;       /* by variable: the bits that are read before they are written, from here on */
    u64 *reach;      /* shared variables that it, or what follows it, touches; bits */
    expr_list nodes; /* what must be computed for it */
} instr;

typedef struct asm_label {
    char *name;
    u32 at;
} asm_label;

typedef struct process {
    char *name;      /* "P", "P0" ... */
    u32 kind;        /* which declaration */
    u32 copy;        /* of it */
    VEC(instr) code; /* the last one is an END */
    VEC(asm_label) labels;
    u32 pc;                                       /* variable */
    u32 token;                                    /* variable, NO_VAR: it never sleeps */
    u32 registers[16], flags[5], temp, direction; /* variables, NO_VAR unused */
    u32 vars, vars_end;                           /* all that it owns */
} process;

enum { NO_VAR = 0xffffffff };
enum { FLAG_CF, FLAG_PF, FLAG_ZF, FLAG_SF, FLAG_OF, FLAGS };

/* A process declaration: its copies lie one behind the other. */
typedef struct process_kind {
    char *name;
    u32 first, n;
    u32 tokens;     /* array, NO_VAR */
    bool symmetric; /* the copies have the same code */
} process_kind;

typedef struct asm_property {
    property_kind kind;
    char *text; /* as written */
    u32 file, line;
    expr holds; /* INVARIANT */
} asm_property;

/* A proposition that is not read from text. */
typedef struct named_expr {
    char *name;
    expr e;
} named_expr;

/* A module whose properties the system relies on. */
typedef struct import_note {
    char *path, *module;
    u32 line;
} import_note;

struct casm {
    pool pool;
    arch arch;
    bool tso; /* stores wait in buffers */
    VEC(char *) files;
    VEC(var) vars;
    VEC(array) arrays;
    VEC(process_kind) kinds;
    VEC(process) processes;
    VEC(asm_property) properties;
    VEC(char *) messages; /* of checks */
    VEC(family *) families;
    VEC(chain_note) chains;
    VEC(import_note) imports;
    u32 dropped;           /* array + 1: the run is none of the modules'; 0: there is none */
    VEC(named_expr) named; /* propositions by these words */
    VEC(expr) watched;     /* further propositions that are looked at */
    bool apart;            /* something names one copy of a process: they are not interchangeable */
    u64 hash;              /* of the source */
    /* By flow.c. */
    bool collapsed;
    u64 *kept; /* variables that are part of the state, as bits */
    u32 removed_vars, removed_bits, all_vars, all_bits;
};

/* A proposition over the system, of one bit, from this place; a mistake ends the process. */
expr casm_proposition(casm *c, const char *source, const char *file, u32 line);
void family_free(family *f);
const char *family_named(const family *f);
/* Appends a proposition as it reads in main of the SMV model. */
void smv_proposition(casm *c, expr e, text *out);

/* The instructions that may follow one of a process. */
typedef VEC(u32) place_list;
void casm_successors(const casm *c, const process *p, u32 at, place_list *out);
u32 insn_choices(const instr *i);
/* Its store goes into the buffer of its process. */
bool insn_buffers(const casm *c, const instr *i);

static inline bool bit_of(const u64 *bits, u32 i)
{
    return bits[i >> 6] >> (i & 63) & 1;
}
static inline void set_bit(u64 *bits, u32 i)
{
    bits[i >> 6] |= (u64)1 << (i & 63);
}

#endif

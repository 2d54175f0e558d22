/* What the commands over assembly systems share. */
#ifndef CMD_ASM_H
#define CMD_ASM_H

#include "asm/machine.h"
#include "session/options.h"
#include "ltl/ltl.h"
#include "report/report.h"
#include "search/ctl.h"
#include "search/liveness.h"

/* The options that shape the system; `names` keeps what belongs to them. */
void asm_options(const options *o, casm_options *out, string_list *names);
void asm_options_free(casm_options *made, string_list *names);
machine_options asm_machine(const options *o, bool plain);

/* Proves a family; the exit status. */
int asm_induction(const options *o, const casm_options *made, const casm *c);

/* An obligation of a family of assembly text. */
typedef struct asm_part_result {
    verdict verdict;
    u64 states;
    text trace; /* when it fails */
} asm_part_result;
void asm_part(const options *o, const casm_options *made, asm_part_result *out);

/* Formulas of the two temporal logics, and where their propositions are among the system's queries.
 */
typedef struct branching {
    const char *text, *file;
    u32 line;
    ctl *formula;
    VEC(u32) queries; /* by atom */
} branching;

typedef struct linear {
    char *text, *message;
    const char *file;
    u32 line;
    formula formula;
    bool counts;                 /* it speaks of single steps */
    struct automaton *automaton; /* of the runs that violate it */
} linear;

typedef struct asm_formulas {
    VEC(branching) branching;
    VEC(linear) linear;
    ltl *pool;
    VEC(u32) queries; /* by proposition of the pool */
} asm_formulas;

/* Those of the file and of the options; their propositions are looked at from then on. */
void asm_formulas_read(asm_formulas *f, const options *o, casm *c, const casm_options *made);
/* Checks them until one fails; what it found goes into the result and the report. */
void asm_formulas_check(asm_formulas *f, const options *o, casm *c, const search_options *s,
                        result *r, text *report);
/* The propositions to be shown with a run that never ends. */
/* Of a run that violates a linear formula, as steps of `s`: up to where the formula is false
 * whatever comes, if there is such a place. */
void asm_formulas_cut(const asm_formulas *all, sys *s, result *r);
void asm_formulas_letters(const asm_formulas *f, const trace *t, report_options *out);
/* Sets of states as diagrams, and circuits: the verdict and, where something fails, the steps. */
void asm_bdd(const options *o, casm *c, const search_options *s, asm_formulas *f, result *r,
             text *conditions, text *report);
void asm_symbolic(const options *o, casm *c, result *r, text *conditions);
/* The formulas as specifications of an SMV model. */
void asm_formulas_smv(const asm_formulas *f, casm *c, text *out);
void asm_formulas_free(asm_formulas *f);

#endif

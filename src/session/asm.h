/* Searches of assembly systems: one system, a family, or one with modules, and what the commands
 * over them share. */
#ifndef SESSION_ASM_H
#define SESSION_ASM_H

#include "asm/asm.h"
#include "ltl/mu.h"
#include "search/search.h"
#include "session/session.h"

/* A system, and how it was shaped. */
typedef struct asm_source {
    casm *c;
    casm_options made;
    string_list names; /* what belongs to them */
} asm_source;
/* The one file of the options; what is no system ends heddle with a line that says so. */
void asm_read(asm_source *a, const options *o);
void asm_source_free(asm_source *a);
casm *asm_load(const char *file, const casm_options *made);
asm_settings asm_machine(const options *o, bool plain);

/* From the arguments of the command to its exit status. */
int asm_check(int argc, char **argv);

/* Proves a family; the exit status. */
int asm_induction(session *s, const casm_options *made, const casm *c);

/* Proves a system that imports modules, and these; the exit status. */
int asm_modules(session *s, const casm_options *made, const casm *c);

/* An obligation of a family of assembly text, or of a system with modules. */
typedef struct asm_part_result {
    verdict verdict;
    u64 states;
    text trace; /* when it fails */
} asm_part_result;
void asm_part(const options *o, const casm_options *made, asm_part_result *out);

/* Checks the formulas until one fails; what it found goes into the result and the report. */
void asm_formulas(properties *p, const options *o, casm *c, const search_options *s, result *r,
                  text *report);
/* Formulas of the modal mu-calculus: read before the system is opened, checked after all others. */
typedef struct mu_formula {
    const char *words;
    mu *formula;
    VEC(u32) queries; /* by atom */
    VEC(u64) labels;  /* by label: slots, as bits */
} mu_formula;
typedef VEC(mu_formula) mu_formulas;
void asm_read_mu(mu_formulas *all, const options *o, const casm_options *made, casm *c);
void asm_check_mu(const mu_formulas *all, const options *o, casm *c, const search_options *s,
                  result *r, text *report);
void asm_free_mu(mu_formulas *all);
/* Of a proof by parts: what is said of them, and its verdict, also for tools and as a page; returns
 * the exit status. */
typedef struct asm_verdict {
    int end;
    error_kind kind; /* of a failure */
    const char *words, *engine, *file;
    u64 states;
    double start;
} asm_verdict;
void asm_say(session *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
int asm_conclude(session *s, const asm_verdict *v);
/* Sets of states as diagrams, and circuits: the verdict and, where something fails, the steps. */
void asm_bdd(const options *o, casm *c, const search_options *s, properties *p, result *r,
             text *conditions, text *report);
void asm_symbolic(const options *o, casm *c, result *r, text *conditions);
/* The SMV model, with the formulas as specifications (cmd/smv.c). */
void asm_smv(casm *c, const properties *p, bool allow_deadlock, text *out);

#endif

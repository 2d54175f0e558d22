/* Properties as the user gives them, for every kind of system: formulas of both temporal logics,
 * automata, and the properties of runs that never end that need none of these. */
#ifndef SESSION_PROPERTIES_H
#define SESSION_PROPERTIES_H

#include "session/options.h"
#include "ltl/ctl.h"
#include "ltl/ltl.h"
#include "search/liveness.h"

/* Where a property is written: a line of a file, or an option (line 0). */
typedef struct property_place {
    const char *file;
    u32 line;
} property_place;

typedef struct property {
    char *name; /* NULL: it has none */
    char *text; /* the formula, or the automaton's file */
    char *message;
    property_place at;
    formula formula;
    struct automaton *automaton; /* of the runs that violate it */
    bool counts_steps; /* it may tell runs apart that differ only in how often a state repeats */
    bool shifted;      /* the automaton reads from the second state on */
} property;

/* A formula of computation tree logic. */
typedef struct branch {
    const char *text;
    property_place at;
    ctl *formula;
    VEC(u32) queries; /* by atom; until they are known, its proposition */
} branch;

/* What differs between kinds of systems. */
typedef struct property_rules {
    int status;            /* the exit status of a mistake, */
    const char *before;    /* and what stands before its place */
    const char *between;   /* and between place and sentence */
    bool begins;           /* the first step only begins: runs are read from its end on */
    const char *since;     /* a proposition: runs are read from where it holds on; or NULL */
    const char *unnamed;   /* the message where a formula without a name is violated */
    const char *no_linear; /* why formulas that count steps are refused; NULL: they are not */
    const char *no_branch;
} property_rules;

typedef struct properties {
    property_rules rules;
    VEC(branch) branches;
    ltl *pool;
    VEC(property) all;
    VEC(u32) queries;       /* by proposition, the number of its query */
    VEC(char *) shown;      /* of the queries */
    bool stepwise;          /* reductions were left out, since a property counts steps */
    struct automaton *tail; /* see liveness_automaton */
} properties;

/* ---- for the kinds of systems ---- */

void properties_open(properties *p, const property_rules *rules);
/* Adds a formula.  `words` is the text to be parsed, `told` the one for messages.  A mistake ends
 * the process. */
void properties_add(properties *p, property_place at, const char *name, const char *words,
                    const char *told);
/* Adds a formula of computation tree logic; its queries are the caller's to fill. */
branch *properties_add_branch(properties *p, property_place at, const char *words);
/* Tells of a mistake, with the kind's sentence and exit status. */
_Noreturn void properties_refuse(const properties *p, property_place at, const char *why);

/* ---- for the commands ---- */

/* Reads what the options ask for, before the program is compiled: the propositions become queries
 * in o->front, and reductions that do not go with a property are left out of o->reduction.  A
 * mistake ends the process with EXIT_USAGE. */
void properties_read(properties *p, options *o);
/* Reads those of an assembly system and of the options; the system evaluates their propositions
 * from then on. */
void properties_read_asm(properties *p, const options *o, casm *c, const casm_options *made);
void properties_free(properties *p);
/* Is there anything to look for? */
bool properties_any(const properties *p, const options *o);
/* Prints the automata, as --automaton asks for. */
void properties_print(const properties *p, const options *o);
/* What to look for. */
void properties_goals(properties *p, const options *o, liveness_question *out);
/* The property whose violation has this message; or NULL. */
const property *properties_with(const properties *p, const char *message);
/* May a formula tell runs apart that differ only in how often a state repeats? */
bool properties_count_steps(const properties *p);
/* The formula does not hold: what the result and the report have then; `tree` says why. */
void properties_branch_fails(const branch *b, const text *tree, result *to, text *report);
/* Checks a formula of computation tree logic on a system, which it closes.  The figures, the
 * verdict and the error are added to the result, what shows them to the report. */
void properties_check_branch(const properties *p, const branch *b, sys *s, const search_options *o,
                             result *to, text *report);
/* Adds the time of a search, and the size of its graph where it is the largest. */
void properties_add_figures(result *to, const result *r);
/* The fairness that formulas, or the other properties, are checked with. */
fairness properties_fairness(const options *o, bool of_formula);
/* "weak fairness" ... */
extern const char *const fairness_words[3];

#endif

/* Properties of runs that never end, as the user gives them: formulas, automata, and the ones that
 * need none. */
#ifndef PROPERTIES_H
#define PROPERTIES_H

#include "session/options.h"
#include "ltl/ctl.h"
#include "ltl/ltl.h"
#include "search/liveness.h"

typedef struct property {
    char *name; /* NULL: it has none */
    char *text; /* the formula, or the automaton's file */
    formula formula;
    struct automaton *automaton; /* of the runs that violate it */
    bool counts_steps; /* it may tell runs apart that differ only in how often a state repeats */
} property;

/* A formula of computation tree logic. */
typedef struct branch {
    const char *text;
    ctl *formula;
    VEC(u32) queries; /* by atom; until they are known, its proposition */
} branch;

typedef struct properties {
    VEC(branch) branches;
    ltl *pool;
    VEC(property) all;
    VEC(u32) queries;  /* by proposition, the number of its query */
    VEC(char *) shown; /* of the queries */
    VEC(char *) messages;
    bool stepwise;          /* reductions were left out, since a property counts steps */
    struct automaton *tail; /* see liveness_automaton */
} properties;

/* Reads what the options ask for, before the program is compiled: the propositions become queries
 * in o->front, and reductions that do not go with a property are left out of o->reduction.  A
 * mistake ends the process with EXIT_USAGE. */
void properties_read(properties *p, options *o);
void properties_free(properties *p);
/* Is there anything to look for? */
bool properties_any(const properties *p, const options *o);
/* Prints the automata, as --automaton asks for. */
void properties_print(const properties *p, const options *o);
/* What to look for. */
void properties_goals(properties *p, const options *o, liveness *out);
/* The fairness that formulas, or the other properties, are checked with. */
fairness properties_fairness(const options *o, bool of_formula);
/* "weak fairness" ... */
extern const char *const fairness_words[3];

#endif

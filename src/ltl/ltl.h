/* Formulas of linear temporal logic, and the way from their text to an automaton.
 *
 * A formula is a number in a pool, which also numbers the propositions; equal formulas of one pool
 * have equal numbers.  Formulas of one pool share propositions, and in an automaton made from one
 * of them proposition i is bit i of a label. */
#ifndef LTL_LTL_H
#define LTL_LTL_H

#include "base/base.h"

struct automaton;
struct text;

typedef struct ltl ltl;
typedef u32 formula;

enum {
    LTL_PROPOSITIONS = 64, /* of a pool */
    LTL_SETS = 32,         /* acceptance sets of an automaton */
    LTL_DEPTH = 500,       /* of nesting */
    LTL_ANY_THREAD = -1,
};

typedef enum proposition_kind {
    PROP_NAME,  /* count            a global that is not zero, or a function of no arguments */
    PROP_EXPR,  /* "count > 1"      a C expression */
    PROP_LABEL, /* @retry(T2)       a thread is at this C label */
    PROP_LINE,  /* @lock.c:12(T2)   a thread is at this line */
} proposition_kind;

typedef struct proposition {
    proposition_kind kind;
    char *text;   /* the whole as written, an expression without its quotes */
    char *name;   /* variable, expression, label or file */
    u32 line;     /* PROP_LINE */
    i32 thread;   /* the number after T, or LTL_ANY_THREAD */
    size_t place; /* where it first stood in its formula */
} proposition;

/* What is wrong with a formula; `place` counts bytes from the formula's start. */
typedef struct ltl_error {
    size_t place;
    char message[160];
} ltl_error;

ltl *ltl_open(void);
void ltl_close(ltl *l);

/* Reads a formula; false with `error` filled. */
bool ltl_parse(ltl *l, const char *text, formula *f, ltl_error *error);
/* Appends the formula's text, with the parentheses that it needs; parsed again it is the same. */
void ltl_print(const ltl *l, formula f, struct text *out);
/* The same for SPIN: proposition i is `claim_pi`. */
void ltl_print_spin(const ltl *l, formula f, struct text *out);
/* Appends the message, the formula, and a caret below the place of the error. */
void ltl_explain(const char *text, const ltl_error *error, struct text *out);

formula ltl_not(ltl *l, formula f);
/* An equal formula in negation normal form over ! && || X F G U R, simplified. */
formula ltl_simplify(ltl *l, formula f);
/* Whether X occurs; what has none cannot tell a run from the same run with states repeated. */
bool ltl_has_next(const ltl *l, formula f);

u32 ltl_propositions(const ltl *l);
const proposition *ltl_proposition(const ltl *l, u32 i);
/* The propositions that occur in the formula, as bits. */
u64 ltl_used(const ltl *l, formula f);
/* The number of the proposition written `text` in an automaton's file: a name, @place, or else a C
 * expression; -1 with `error` filled. */
int ltl_name(ltl *l, const char *text, ltl_error *error);

/* The reduced automaton that accepts exactly the words of the formula, over the propositions of the
 * pool; NULL with `error` filled when it would be too large. */
struct automaton *ltl_translate(ltl *l, formula f, ltl_error *error);

#endif

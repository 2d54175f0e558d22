/* Formulas of the modal mu-calculus. */
#ifndef LTL_MU_H
#define LTL_MU_H

#include "base/base.h"
#include "base/vec.h"
#include "ltl/ctl.h"

typedef enum mu_op {
    MU_TRUE,
    MU_FALSE,
    MU_ATOM,     /* atom a holds */
    MU_NO_ATOM,  /* it does not */
    MU_VARIABLE, /* the set of the fixpoint a */
    MU_AND,
    MU_OR,
    MU_BOX,     /* every step leads to a; b: of the processes of label b - 1, 0 of all */
    MU_DIAMOND, /* some step does */
    MU_LEAST,   /* of the body a; b: number of the fixpoint */
    MU_GREATEST
} mu_op;

typedef struct mu_node {
    mu_op op;
    u32 a, b; /* operands, smaller numbers than its own */
} mu_node;

/* Negation stands before atoms alone. */
typedef struct mu {
    VEC(mu_node) nodes; /* the last one is the formula */
    VEC(char *) atoms;
    VEC(char *) labels;
    u32 fixpoints;
} mu;

/* NULL with `error` filled when it is none. */
mu *mu_parse(const char *source, ctl_error *error);
void mu_free(mu *f);

#endif

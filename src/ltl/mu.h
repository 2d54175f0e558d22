/* Formulas of the modal mu-calculus. */
#ifndef LTL_MU_H
#define LTL_MU_H

#include "base/base.h"
#include "base/vec.h"
#include "ltl/ctl.h"

/* MU_OP(NAME, arity, meaning): a formula, its number a, or of two a and b. */
#define MU_OPERATORS(MU_OP)                                                              \
    MU_OP(TRUE, 0, "everywhere")                                                         \
    MU_OP(FALSE, 0, "nowhere")                                                           \
    MU_OP(ATOM, 0, "atom a holds")                                                       \
    MU_OP(NO_ATOM, 0, "atom a does not hold")                                            \
    MU_OP(VARIABLE, 0, "the set of the fixpoint a")                                      \
    MU_OP(AND, 2, "a and b")                                                             \
    MU_OP(OR, 2, "a or b")                                                               \
    MU_OP(BOX, 1, "every step leads to a; b: of the processes of label b - 1, 0 of all") \
    MU_OP(DIAMOND, 1, "some step leads to a; b as before")                               \
    MU_OP(LEAST, 1, "the least set of the body a; b: number of the fixpoint")            \
    MU_OP(GREATEST, 1, "the greatest one")

typedef enum mu_op {
#define MU_OP(name, arity, meaning) MU_##name,
    MU_OPERATORS(MU_OP)
#undef MU_OP
} mu_op;
extern const u8 mu_arity[];

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

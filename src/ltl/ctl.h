/* Formulas of computation tree logic. */
#ifndef LTL_CTL_H
#define LTL_CTL_H

#include "base/base.h"
#include "base/vec.h"

/* CTL_OP(NAME, "word", arity) */
#define CTL_OPERATORS(CTL_OP) \
    CTL_OP(TRUE, "true", 0)   \
    CTL_OP(FALSE, "false", 0) \
    CTL_OP(ATOM, "", 0)       \
    CTL_OP(NOT, "!", 1)       \
    CTL_OP(AND, "&&", 2)      \
    CTL_OP(OR, "||", 2)       \
    CTL_OP(AX, "AX", 1)       \
    CTL_OP(EX, "EX", 1)       \
    CTL_OP(AF, "AF", 1)       \
    CTL_OP(EF, "EF", 1)       \
    CTL_OP(AG, "AG", 1)       \
    CTL_OP(EG, "EG", 1)       \
    CTL_OP(AU, "A", 2)        \
    CTL_OP(EU, "E", 2)

typedef enum ctl_op {
#define CTL_OP(name, word, arity) CTL_##name,
    CTL_OPERATORS(CTL_OP)
#undef CTL_OP
} ctl_op;

extern const u8 ctl_arity[];

typedef struct ctl_node {
    ctl_op op;
    u32 a, b; /* operands, smaller numbers than its own; ATOM: its number */
} ctl_node;

typedef struct ctl {
    VEC(ctl_node) nodes; /* the last one is the formula */
    VEC(char *) atoms;
} ctl;

struct text;

typedef struct ctl_error {
    size_t place;
    char message[160];
} ctl_error;

/* NULL with `error` filled when it is none. */
ctl *ctl_parse(const char *source, ctl_error *error);
void ctl_free(ctl *f);
/* Whether AX or EX occurs; what has none cannot tell a step from several. */
bool ctl_has_next(const ctl *f);
void ctl_print(const ctl *f, u32 node, struct text *out);

#endif

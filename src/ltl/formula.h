/* Inside a pool of formulas: nodes that are made once, and what the files of this folder share. */
#ifndef LTL_FORMULA_H
#define LTL_FORMULA_H

#include "base/map.h"
#include "ltl/ltl.h"

typedef enum ltl_op {
#define OPERATOR(name, text, kind, precedence) OP_##name,
#include "ltl/operators.def"
    OP_COUNT
} ltl_op;

typedef enum arity { LEAF, UNARY, BINARY, NARY } arity;

typedef struct op_info {
    const char *text;
    arity kind;
    int precedence;
} op_info;

extern const op_info op_table[OP_COUNT];

/* The constants have fixed numbers; 0 is no formula. */
enum { NO_FORMULA, FORMULA_TRUE, FORMULA_FALSE };

typedef struct formula_node {
    u8 op;
    bool eventual;  /* holds of every w' w when it holds of w */
    bool universal; /* holds of every suffix of w when it holds of w */
    bool next;      /* has an X */
    u32 n;          /* operands; of a proposition its number */
    u32 first;      /* of them, in `operands` */
} formula_node;

struct ltl {
    VEC(formula_node) nodes;
    VEC(formula) operands;
    VEC(proposition) props;
    map unique;     /* hash of a node: its number; equal hashes are probed with the next one */
    map simplified; /* formula and polarity: the simplified form */
    map negated;    /* simplified formula: its negation */
    map implied;    /* two formulas: whether the first is known to imply the second */
};

/* The node of this operator and these operands. */
formula ltl_node(ltl *l, ltl_op op, const formula *operands, u32 n);
formula ltl_unary(ltl *l, ltl_op op, formula a);
formula ltl_binary(ltl *l, ltl_op op, formula a, formula b);
formula ltl_leaf(ltl *l, u32 number);
/* The number of a proposition, made if new; takes over `text` and `name`.  -1: there are too many.
 */
int ltl_intern(ltl *l, proposition *p);

static inline const formula_node *node_of(const ltl *l, formula f)
{
    return &l->nodes.at[f];
}

static inline ltl_op op_of(const ltl *l, formula f)
{
    return (ltl_op)l->nodes.at[f].op;
}

static inline formula operand(const ltl *l, formula f, u32 i)
{
    return l->operands.at[l->nodes.at[f].first + i];
}

/* F g is true U g, and G g is false R g: the two sides of either. */
static inline bool is_until(const ltl *l, formula f)
{
    return op_of(l, f) == OP_UNTIL || op_of(l, f) == OP_FINALLY;
}

static inline bool is_release(const ltl *l, formula f)
{
    return op_of(l, f) == OP_RELEASE || op_of(l, f) == OP_GLOBALLY;
}

static inline formula left_of(const ltl *l, formula f)
{
    if (op_of(l, f) == OP_FINALLY)
        return FORMULA_TRUE;
    return op_of(l, f) == OP_GLOBALLY ? FORMULA_FALSE : operand(l, f, 0);
}

static inline formula right_of(const ltl *l, formula f)
{
    return operand(l, f, op_table[op_of(l, f)].kind == UNARY ? 0 : 1);
}

/* Whether a implies b by syntactic rules (both in the form that ltl_simplify makes). */
bool ltl_implies(ltl *l, formula a, formula b);

#endif

/* Expressions over the variables of an assembly system.  A node is a number in a pool; equal
 * expressions have equal numbers, and operands have smaller ones than what is made of them. */
#ifndef ASM_EXPR_H
#define ASM_EXPR_H

#include "base/base.h"
#include "base/map.h"

typedef u32 expr;

typedef enum expr_op {
#define OPERATOR(name, arity, meaning) EX_##name,
#include "asm/operators.def"
    EX_COUNT
} expr_op;

typedef struct expr_node {
    u8 op, width; /* 1 to 64 bits */
    u32 extra;    /* VAR: its number; LOAD: the array's; CUT: the lowest bit */
    expr a, b, c;
    u64 value; /* CONST */
} expr_node;

typedef struct pool {
    VEC(expr_node) nodes; /* [0] is none */
    map numbers;          /* hash: the node */
} pool;

void pool_open(pool *p);
void pool_free(pool *p);

static inline u64 width_mask(u32 width)
{
    return width >= 64 ? UINT64_MAX : ((u64)1 << width) - 1;
}
static inline const expr_node *node_at(const pool *p, expr e)
{
    return &p->nodes.at[e];
}
static inline u32 width_of(const pool *p, expr e)
{
    return p->nodes.at[e].width;
}

expr ex_const(pool *p, u32 width, u64 value);
expr ex_var(pool *p, u32 width, u32 var);
expr ex_choice(pool *p);
expr ex_load(pool *p, u32 width, u32 array, expr index);
/* Both operands have one width; comparisons give one bit. */
expr ex_binary(pool *p, expr_op op, expr a, expr b);
bool ex_compares(expr_op op);
expr ex_not(pool *p, expr a);
expr ex_ite(pool *p, expr a, expr b, expr c);
expr ex_cut(pool *p, expr a, u32 low, u32 width);
/* To a width, by zeros, by the sign, or by cutting. */
expr ex_zext(pool *p, expr a, u32 width);
expr ex_sext(pool *p, expr a, u32 width);
/* Bit by bit. */
expr ex_and(pool *p, expr a, expr b);
expr ex_or(pool *p, expr a, expr b);
/* The expression is not 0. */
expr ex_truth(pool *p, expr a);
bool ex_is_const(const pool *p, expr e, u64 *value);

/* The value of one node from those of its operands. */
u64 ex_apply(const expr_node *n, u64 a, u64 b, u64 c, u32 width_a);

/* The nodes that some expressions need, in an order in which they can be computed. */
typedef VEC(expr) expr_list;
void ex_collect(const pool *p, expr_list *out, const expr *roots, u32 n);
/* A copy in which `map(what, n)` stands for VAR, LOAD and CHOICE nodes; memo: see expr.c. */
typedef struct rewriter {
    pool *p;
    void *what;
    expr (*leaf)(struct rewriter *r, expr e, expr index); /* LOAD: the index is rewritten already */
    VEC(expr) memo;                                       /* by node; 0 not yet */
} rewriter;
expr ex_rewrite(rewriter *r, expr e);

#endif

/* The pool of expressions.  Nodes are hash-consed and simplified where that needs no search:
 * constants are folded, neutral operands vanish.  One evaluator, one set of rules: the explicit
 * search, the SMV text and the circuit are all made of these nodes. */
#include "asm/expr.h"
#include "base/hash.h"

#include <assert.h>
#include <string.h>

void pool_free(pool *p)
{
    vec_free(&p->nodes);
    map_free(&p->numbers);
    *p = (pool){0};
}

static u64 hash(const expr_node *n)
{
    u64 h = hash_mix(n->value + ((u64)n->op << 8 | n->width) * 0x9e3779b97f4a7c15u);

    h = hash_mix(h ^ ((u64)n->extra << 32 | n->a));
    return hash_mix(h + ((u64)n->b << 32 | n->c) * 0xd6e8feb86659fd93u);
}

static bool same(const expr_node *x, const expr_node *y)
{
    return x->op == y->op && x->width == y->width && x->extra == y->extra && x->a == y->a &&
           x->b == y->b && x->c == y->c && x->value == y->value;
}

static expr intern(pool *p, expr_node n)
{
    u64 key = hash(&n);
    u32 at;

    /* Operands are older than what is made of them. */
    assert(!p->nodes.n || (n.a < p->nodes.n && n.b < p->nodes.n && n.c < p->nodes.n));
    assert(n.width <= 64);
    while ((at = map_number(&p->numbers, key)) < p->nodes.n) {
        if (same(&p->nodes.at[at], &n))
            return at;
        key++;
    }
    vec_push(&p->nodes, n);
    return at;
}

void pool_open(pool *p)
{
    *p = (pool){0};
    intern(p, (expr_node){0});
}

expr ex_const(pool *p, u32 width, u64 value)
{
    return intern(
        p, (expr_node){.op = EX_CONST, .width = (u8)width, .value = value & width_mask(width)});
}

expr ex_var(pool *p, u32 width, u32 var)
{
    return intern(p, (expr_node){.op = EX_VAR, .width = (u8)width, .extra = var});
}

expr ex_choice(pool *p)
{
    return intern(p, (expr_node){.op = EX_CHOICE, .width = 32});
}

expr ex_load(pool *p, u32 width, u32 array, expr index)
{
    return intern(p, (expr_node){.op = EX_LOAD, .width = (u8)width, .extra = array, .a = index});
}

static i64 sign_extended(u64 v, u32 width)
{
    return width >= 64 ? (i64)v : (i64)(v << (64 - width)) >> (64 - width);
}

u64 ex_apply(const expr_node *n, u64 a, u64 b, u64 c, u32 width_a)
{
    u64 mask = width_mask(n->width);

    switch ((expr_op)n->op) {
    case EX_CONST:
        return n->value;
    case EX_ADD:
        return (a + b) & mask;
    case EX_SUB:
        return (a - b) & mask;
    case EX_AND:
        return a & b;
    case EX_OR:
        return a | b;
    case EX_XOR:
        return a ^ b;
    case EX_NOT:
        return ~a & mask;
    case EX_SHL:
        return b >= n->width ? 0 : a << b & mask;
    case EX_SHR:
        return b >= n->width ? 0 : a >> b;
    case EX_EQ:
        return a == b;
    case EX_ULT:
        return a < b;
    case EX_SLT:
        return sign_extended(a, width_a) < sign_extended(b, width_a);
    case EX_ITE:
        return a ? b : c;
    case EX_CUT:
        assert(n->extra < 64);
        return a >> n->extra & mask;
    case EX_ZEXT:
        return a;
    case EX_SEXT:
        return (u64)sign_extended(a, width_a) & mask;
    case EX_VAR:
    case EX_CHOICE:
    case EX_LOAD:
    case EX_COUNT:
        break;
    }
    die("a leaf of an expression cannot be computed");
}

bool ex_is_const(const pool *p, expr e, u64 *value)
{
    *value = p->nodes.at[e].value;
    return p->nodes.at[e].op == EX_CONST;
}

/* The operands are constants: so is the node. */
static expr fold(pool *p, expr_node n, u64 a, u64 b)
{
    return ex_const(p, n.width, ex_apply(&n, a, b, 0, width_of(p, n.a)));
}

bool ex_compares(expr_op op)
{
    return op == EX_EQ || op == EX_ULT || op == EX_SLT;
}

static bool commutes(expr_op op)
{
    return op == EX_ADD || op == EX_AND || op == EX_OR || op == EX_XOR || op == EX_EQ;
}

/* What `a op b` is when b is a constant that makes it simple; 0: it is not. */
static expr neutral(pool *p, expr_op op, expr a, u64 b, u32 width)
{
    u64 all = width_mask(width_of(p, a));

    switch (op) {
    case EX_ADD:
    case EX_SUB:
    case EX_XOR:
    case EX_SHL:
    case EX_SHR:
        return b == 0 ? a : 0;
    case EX_AND:
        return b == all ? a : b == 0 ? ex_const(p, width, 0) : 0;
    case EX_OR:
        return b == 0 ? a : b == all ? ex_const(p, width, all) : 0;
    case EX_EQ:
        return all != 1 ? 0 : b ? a : ex_not(p, a);
    case EX_ULT:
        return b == 0 ? ex_const(p, 1, 0) : 0;
    default:
        return 0;
    }
}

static expr of_equals(pool *p, expr_op op, expr a, u32 width)
{
    switch (op) {
    case EX_SUB:
    case EX_XOR:
    case EX_ULT:
    case EX_SLT:
        return ex_const(p, width, 0);
    case EX_AND:
    case EX_OR:
        return a;
    case EX_EQ:
        return ex_const(p, 1, 1);
    default:
        return 0;
    }
}

/* Comparisons with a constant need only the bits that are not zero anyway; 0: it is none. */
static expr narrowed(pool *p, expr_op op, expr a, expr b)
{
    const expr_node *x = node_at(p, a), *y = node_at(p, b);
    bool left = x->op == EX_ZEXT;
    const expr_node *wide = left ? x : y, *fixed = left ? y : x;
    expr inner = wide->a;
    u32 width;
    u64 value;

    if ((x->op == EX_ZEXT) == (y->op == EX_ZEXT) || fixed->op != EX_CONST || !ex_compares(op))
        return 0;
    width = width_of(p, inner);
    value = fixed->value;
    if (value <= width_mask(width)) {
        expr c = ex_const(p, width, value);

        op = op == EX_SLT ? EX_ULT : op;
        return left ? ex_binary(p, op, inner, c) : ex_binary(p, op, c, inner);
    }
    if (op == EX_EQ)
        return ex_const(p, 1, 0);
    if (op == EX_SLT && value >> (fixed->width - 1)) /* below all of them */
        left = !left;
    return ex_const(p, 1, left);
}

expr ex_binary(pool *p, expr_op op, expr a, expr b)
{
    u32 width = ex_compares(op) ? 1 : width_of(p, a);
    expr_node n = {.op = (u8)op, .width = (u8)width, .a = a, .b = b};
    u64 x, y;
    bool left = ex_is_const(p, a, &x), right = ex_is_const(p, b, &y);
    expr simple = 0;

    if (width_of(p, a) != width_of(p, b))
        die("an expression of operands of %u and %u bits", width_of(p, a), width_of(p, b));
    if (left && right)
        return fold(p, n, x, y);
    if (left && commutes(op))
        return ex_binary(p, op, b, a);
    if (right)
        simple = neutral(p, op, a, y, width);
    if (!simple && a == b)
        simple = of_equals(p, op, a, width);
    if (!simple)
        simple = narrowed(p, op, a, b);
    return simple ? simple : intern(p, n);
}

expr ex_not(pool *p, expr a)
{
    expr_node n = {.op = EX_NOT, .width = (u8)width_of(p, a), .a = a};
    u64 x;

    if (ex_is_const(p, a, &x))
        return fold(p, n, x, 0);
    return node_at(p, a)->op == EX_NOT ? node_at(p, a)->a : intern(p, n);
}

expr ex_ite(pool *p, expr a, expr b, expr c)
{
    u64 x, y, z;

    assert(width_of(p, a) == 1);
    if (width_of(p, b) != width_of(p, c))
        die("a choice between %u and %u bits", width_of(p, b), width_of(p, c));
    if (ex_is_const(p, a, &x))
        return x ? b : c;
    if (b == c)
        return b;
    if (width_of(p, b) == 1 && ex_is_const(p, b, &y))
        return y ? ex_or(p, a, c) : ex_and(p, ex_not(p, a), c);
    if (width_of(p, b) == 1 && ex_is_const(p, c, &z))
        return z ? ex_or(p, ex_not(p, a), b) : ex_and(p, a, b);
    return intern(p,
                  (expr_node){.op = EX_ITE, .width = (u8)width_of(p, b), .a = a, .b = b, .c = c});
}

/* Some bits of a with zeros before it. */
static expr cut_of_extended(pool *p, expr a, u32 low, u32 width)
{
    u32 has = width_of(p, a);

    if (low >= has)
        return ex_const(p, width, 0);
    if (low + width <= has)
        return ex_cut(p, a, low, width);
    return ex_zext(p, ex_cut(p, a, low, has - low), width);
}

expr ex_cut(pool *p, expr a, u32 low, u32 width)
{
    expr_node n = {.op = EX_CUT, .width = (u8)width, .extra = low, .a = a};
    const expr_node *of = node_at(p, a);
    u64 x;

    assert(width && low + width <= of->width);
    if (low == 0 && width == of->width)
        return a;
    if (ex_is_const(p, a, &x))
        return fold(p, n, x, 0);
    if (of->op == EX_CUT)
        return ex_cut(p, of->a, of->extra + low, width);
    if (of->op == EX_ZEXT)
        return cut_of_extended(p, of->a, low, width);
    if (of->op == EX_AND || of->op == EX_OR || of->op == EX_XOR) {
        expr_node whole = *of;

        return ex_binary(p, (expr_op)whole.op, ex_cut(p, whole.a, low, width),
                         ex_cut(p, whole.b, low, width));
    }
    return intern(p, n);
}

static expr extend(pool *p, expr_op op, expr a, u32 width)
{
    expr_node n = {.op = (u8)op, .width = (u8)width, .a = a};
    u64 x;

    if (width <= width_of(p, a))
        return ex_cut(p, a, 0, width);
    return ex_is_const(p, a, &x) ? fold(p, n, x, 0) : intern(p, n);
}

expr ex_zext(pool *p, expr a, u32 width)
{
    return extend(p, EX_ZEXT, a, width);
}

expr ex_sext(pool *p, expr a, u32 width)
{
    return extend(p, EX_SEXT, a, width);
}

expr ex_and(pool *p, expr a, expr b)
{
    return ex_binary(p, EX_AND, a, b);
}

expr ex_or(pool *p, expr a, expr b)
{
    return ex_binary(p, EX_OR, a, b);
}

expr ex_truth(pool *p, expr a)
{
    if (width_of(p, a) == 1)
        return a;
    return ex_not(p, ex_binary(p, EX_EQ, a, ex_const(p, width_of(p, a), 0)));
}

static void collect(const pool *p, expr_list *out, bool *seen, expr e)
{
    const expr_node *n = node_at(p, e);

    if (!e || seen[e])
        return;
    seen[e] = true;
    collect(p, out, seen, n->a);
    collect(p, out, seen, n->b);
    collect(p, out, seen, n->c);
    vec_push(out, e);
}

void ex_collect(const pool *p, expr_list *out, const expr *roots, u32 n)
{
    bool *seen = mem_alloc(p->nodes.n);

    for (u32 i = 0; i < n; i++)
        collect(p, out, seen, roots[i]);
    mem_free(seen);
}

static expr rebuilt(rewriter *r, expr_node n, expr a, expr b, expr c)
{
    switch ((expr_op)n.op) {
    case EX_NOT:
        return ex_not(r->p, a);
    case EX_ITE:
        return ex_ite(r->p, a, b, c);
    case EX_CUT:
        return ex_cut(r->p, a, n.extra, n.width);
    case EX_ZEXT:
        return ex_zext(r->p, a, n.width);
    case EX_SEXT:
        return ex_sext(r->p, a, n.width);
    default:
        return ex_binary(r->p, (expr_op)n.op, a, b);
    }
}

expr ex_rewrite(rewriter *r, expr e)
{
    expr_node n = *node_at(r->p, e);
    expr a, made;

    if (!e || n.op == EX_CONST)
        return e;
    while (r->memo.n <= e)
        vec_push(&r->memo, 0);
    if (r->memo.at[e])
        return r->memo.at[e];
    a = ex_rewrite(r, n.a);
    if (n.op == EX_VAR || n.op == EX_LOAD || n.op == EX_CHOICE)
        made = r->leaf(r, e, a);
    else
        made = rebuilt(r, n, a, ex_rewrite(r, n.b), ex_rewrite(r, n.c));
    r->memo.at[e] = made;
    return made;
}

/* Does a beginning of a word refute a formula?  By the two views of a word that was cut: what lies
 * behind its end makes every formula true in the weak view and false in the strong one, and a
 * negation changes the view (Eisner, Fisman, Havlicek, Lustig, McIsaac, Van Campenhout, Reasoning
 * with temporal logic on truncated paths, CAV 2003).  A formula that is false in the weak view is
 * false of every word that goes on from there.  The converse does not hold: `F (p && !p)` is false
 * of all words and no beginning shows it.
 *
 * Longer beginnings refute what shorter ones do. */
#include "ltl/prefix.h"
#include "base/bisect.h"
#include "ltl/formula.h"

#include <string.h>

typedef struct cut_word {
    const ltl *l;
    const u64 *letter;
    u32 n;
} cut_word;

/* The truth of a formula at each position, and behind the last letter: n + 1 values. */
static u8 *view(const cut_word *w, formula f, bool weak);

static u8 *values(const cut_word *w, bool value)
{
    u8 *v = mem_alloc(w->n + 1);

    memset(v, value, w->n + 1);
    return v;
}

static u8 *leaf(const cut_word *w, const formula_node *x, bool weak)
{
    u8 *v = values(w, weak);

    for (u32 i = 0; i < w->n; i++)
        v[i] = (u8)(x->op == OP_PROPOSITION ? w->letter[i] >> x->n & 1 : x->op == OP_TRUE);
    return v;
}

static u8 *negated(const cut_word *w, formula f, bool weak)
{
    u8 *v = view(w, f, !weak);

    for (u32 i = 0; i <= w->n; i++)
        v[i] = !v[i];
    return v;
}

static u8 *joined(const cut_word *w, u8 *a, u8 *b, bool both)
{
    for (u32 i = 0; i <= w->n; i++)
        a[i] = both ? a[i] && b[i] : a[i] || b[i];
    mem_free(b);
    return a;
}

static u8 *several(const cut_word *w, formula f, bool weak)
{
    const formula_node *x = node_of(w->l, f);
    u8 *v = view(w, operand(w->l, f, 0), weak);

    for (u32 k = 1; k < x->n; k++)
        v = joined(w, v, view(w, operand(w->l, f, k), weak), x->op == OP_AND);
    return v;
}

static u8 *implied(const cut_word *w, formula a, formula b, bool weak)
{
    return joined(w, negated(w, a, weak), view(w, b, weak), false);
}

/* v = now || (again && X v); both are used up. */
static u8 *until(const cut_word *w, u8 *now, u8 *again, bool weak)
{
    u8 *v = values(w, weak);

    for (u32 i = w->n; i-- > 0;)
        v[i] = now[i] || (again[i] && v[i + 1]);
    mem_free(now);
    mem_free(again);
    return v;
}

static u8 *next(const cut_word *w, formula f, bool weak)
{
    u8 *v = view(w, f, weak);

    memmove(v, v + 1, w->n);
    return v;
}

static u8 *temporal(const cut_word *w, ltl_op op, formula a, formula b, bool weak)
{
    switch (op) {
    case OP_NEXT:
        return next(w, a, weak);
    case OP_FINALLY:
        return until(w, view(w, a, weak), values(w, true), weak);
    case OP_GLOBALLY:
        return until(w, values(w, false), view(w, a, weak), weak);
    case OP_UNTIL:
    case OP_WEAK_UNTIL:
        return until(w, view(w, b, weak), view(w, a, weak), weak);
    default: /* releases */
        return until(w, joined(w, view(w, a, weak), view(w, b, weak), true), view(w, b, weak),
                     weak);
    }
}

static u8 *view(const cut_word *w, formula f, bool weak)
{
    const formula_node *x = node_of(w->l, f);
    formula a, b;

    if (op_table[x->op].kind == LEAF)
        return leaf(w, x, weak);
    if (op_table[x->op].kind == NARY)
        return several(w, f, weak);
    a = operand(w->l, f, 0);
    b = op_table[x->op].kind == BINARY ? operand(w->l, f, 1) : NO_FORMULA;
    switch ((ltl_op)x->op) {
    case OP_NOT:
        return negated(w, a, weak);
    case OP_IMPLIES:
        return implied(w, a, b, weak);
    case OP_EQUIVALENT:
        return joined(w, implied(w, a, b, weak), implied(w, b, a, weak), true);
    default:
        return temporal(w, (ltl_op)x->op, a, b, weak);
    }
}

static bool refuted(const ltl *l, formula f, const u64 *letter, u32 n)
{
    cut_word w = {l, letter, n};
    u8 *v = view(&w, f, true);
    bool is_false = !v[0];

    mem_free(v);
    return is_false;
}

u32 prefix_refutes(const ltl *l, formula f, const u64 *letter, u32 n)
{
    u32 k;

    if (n == 0 || !refuted(l, f, letter, n))
        return 0;
    bisect(k, 1, n, !refuted(l, f, letter, k));
    return k;
}

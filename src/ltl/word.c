/* A formula on a word that repeats, by the definitions of the operators: the truth value of each
 * subformula at each position, the operands first.  Until, release and their like are fixpoints
 * along the word.  What checks automata may use none, and this does not. */
#include "ltl/word.h"
#include "ltl/formula.h"

#include <string.h>

/* Truth values by position. */
typedef struct truth {
    const word *w;
    u8 *at;
} truth;

static truth truth_new(const word *w, u8 value)
{
    truth t = {w, mem_alloc(w->n)};

    memset(t.at, value, w->n);
    return t;
}

static void take_next(truth *t)
{
    u8 again = t->at[t->w->loop];

    memmove(t->at, t->at + 1, t->w->n - 1);
    t->at[t->w->n - 1] = again;
}

/* The least v (from false) or the greatest (from true) with v = now || (again && X v).  Twice round
 * the loop and down the stem is enough: what the end passes to the loop's begin is settled by then.
 */
static truth fixed(const truth *now, const truth *again, u8 from)
{
    const word *w = now->w;
    truth v = truth_new(w, from);

    for (u32 round = 0; round < 2; round++)
        for (u32 i = w->n; i-- > 0;)
            v.at[i] = now->at[i] || (again->at[i] && v.at[word_next(w, i)]);
    return v;
}

static truth of(const ltl *l, formula f, const word *w);

static truth leaf(const formula_node *x, const word *w)
{
    truth t = truth_new(w, x->op == OP_TRUE);

    for (u32 i = 0; x->op == OP_PROPOSITION && i < w->n; i++)
        t.at[i] = w->letter[i] >> x->n & 1;
    return t;
}

static truth several(const ltl *l, formula f, const word *w)
{
    const formula_node *x = node_of(l, f);
    truth t = truth_new(w, x->op == OP_AND);

    for (u32 k = 0; k < x->n; k++) {
        truth one = of(l, operand(l, f, k), w);

        for (u32 i = 0; i < w->n; i++)
            t.at[i] = x->op == OP_AND ? t.at[i] && one.at[i] : t.at[i] || one.at[i];
        mem_free(one.at);
    }
    return t;
}

static truth temporal(const formula_node *x, const truth *a, const truth *b)
{
    truth both = truth_new(a->w, 0), none = truth_new(a->w, 0), all = truth_new(a->w, 1), t;

    for (u32 i = 0; b->at && i < a->w->n; i++)
        both.at[i] = a->at[i] && b->at[i];
    switch ((ltl_op)x->op) {
    case OP_FINALLY:
        t = fixed(a, &all, 0);
        break;
    case OP_GLOBALLY:
        t = fixed(&none, a, 1);
        break;
    case OP_UNTIL:
        t = fixed(b, a, 0);
        break;
    case OP_WEAK_UNTIL:
        t = fixed(b, a, 1);
        break;
    case OP_RELEASE:
        t = fixed(&both, b, 1);
        break;
    default: /* OP_STRONG_RELEASE */
        t = fixed(&both, b, 0);
        break;
    }
    mem_free(both.at);
    mem_free(none.at);
    mem_free(all.at);
    return t;
}

/* The operand's values become the result's. */
static bool in_place(const formula_node *x, truth *a, const truth *b)
{
    for (u32 i = 0; i < a->w->n; i++)
        if (x->op == OP_NOT)
            a->at[i] = !a->at[i];
        else if (x->op == OP_IMPLIES)
            a->at[i] = !a->at[i] || b->at[i];
        else if (x->op == OP_EQUIVALENT)
            a->at[i] = a->at[i] == b->at[i];
    if (x->op == OP_NEXT)
        take_next(a);
    return x->op == OP_NOT || x->op == OP_IMPLIES || x->op == OP_EQUIVALENT || x->op == OP_NEXT;
}

static truth of(const ltl *l, formula f, const word *w)
{
    const formula_node *x = node_of(l, f);
    arity kind = op_table[x->op].kind;
    truth a, b = {w, NULL}, t;

    if (kind == LEAF)
        return leaf(x, w);
    if (kind == NARY)
        return several(l, f, w);
    a = of(l, operand(l, f, 0), w);
    if (kind == BINARY)
        b = of(l, operand(l, f, 1), w);
    if (in_place(x, &a, &b)) {
        t = a;
    } else {
        t = temporal(x, &a, &b);
        mem_free(a.at);
    }
    mem_free(b.at);
    return t;
}

void word_positions(const ltl *l, formula f, const word *w, u8 *out)
{
    truth t = of(l, f, w);

    memcpy(out, t.at, w->n);
    mem_free(t.at);
}

bool word_holds(const ltl *l, formula f, const word *w)
{
    truth t = of(l, f, w);
    bool holds = t.at[0];

    mem_free(t.at);
    return holds;
}

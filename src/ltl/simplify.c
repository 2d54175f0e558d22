/* Negation normal form and rewriting, bottom up: each operator has a constructor that applies the
 * rules to operands that are already simplified.  The rules are those of Etessami and Holzmann
 * (CONCUR 2000; eventual and universal formulas) and of Somenzi and Bloem (CAV 2000; implication,
 * common operands).  And/or, U/R and X/X are dual, so each constructor serves an operator and its
 * dual; in the comments only the case of || and of U is written.
 *
 * The result uses true, false, literals, X, F, G, U, R and && and || with sorted operands. */
#include "ltl/formula.h"

#include <assert.h>
#include <stdlib.h>

typedef VEC(formula) formulas;

static formula junction(ltl *l, ltl_op op, const formula *operands, u32 n);

static ltl_op dual(ltl_op op)
{
    switch (op) {
    case OP_AND:
        return OP_OR;
    case OP_OR:
        return OP_AND;
    case OP_UNTIL:
        return OP_RELEASE;
    case OP_RELEASE:
        return OP_UNTIL;
    case OP_FINALLY:
        return OP_GLOBALLY;
    case OP_GLOBALLY:
        return OP_FINALLY;
    default:
        return op;
    }
}

static int by_number(const void *a, const void *b)
{
    formula x = *(const formula *)a, y = *(const formula *)b;

    return (x > y) - (x < y);
}

/* With nothing twice. */
static bool sorted(const formulas *all)
{
    for (u32 i = 1; i < all->n; i++)
        if (all->at[i - 1] >= all->at[i])
            return false;
    return true;
}

static formula negation(ltl *l, formula f);

static formula negate_operands(ltl *l, formula f)
{
    ltl_op op = dual(op_of(l, f));
    formulas all = {0};
    formula g;

    for (u32 i = 0; i < node_of(l, f)->n; i++) {
        g = negation(l, operand(l, f, i));
        vec_push(&all, g);
    }
    if (op == OP_AND || op == OP_OR)
        qsort(all.at, all.n, sizeof *all.at, by_number);
    assert((op != OP_AND && op != OP_OR) || sorted(&all));
    g = ltl_node(l, op, all.at, all.n);
    vec_free(&all);
    return g;
}

/* The negation of a simplified formula: every operator becomes its dual.  No rule is applied; as
 * the rules are dual too, none could be. */
static formula negation(ltl *l, formula f)
{
    u64 known;
    formula g;

    if (map_get(&l->negated, f, &known))
        return (formula)known;
    if (f == FORMULA_TRUE || f == FORMULA_FALSE)
        return f == FORMULA_TRUE ? FORMULA_FALSE : FORMULA_TRUE;
    if (op_of(l, f) == OP_NOT)
        g = operand(l, f, 0);
    else
        g = op_of(l, f) == OP_PROPOSITION ? ltl_not(l, f) : negate_operands(l, f);
    map_put(&l->negated, f, g);
    return g;
}

static bool literal(const ltl *l, formula f)
{
    return op_of(l, f) == OP_PROPOSITION || op_of(l, f) == OP_NOT;
}

/* The two-sided form of F and G. */
static ltl_op fix_of(const ltl *l, formula f)
{
    return is_until(l, f) ? OP_UNTIL : is_release(l, f) ? OP_RELEASE : op_of(l, f);
}

/* a implies b, or for the dual operators b implies a. */
static bool leads(ltl *l, bool straight, formula a, formula b)
{
    return straight ? ltl_implies(l, a, b) : ltl_implies(l, b, a);
}

/* Whether the formula does not depend on any finite beginning of a word. */
static bool tail_only(const ltl *l, formula f)
{
    return node_of(l, f)->eventual && node_of(l, f)->universal;
}

static formula pair(ltl *l, ltl_op op, formula a, formula b)
{
    formula both[2] = {a, b};

    return junction(l, op, both, 2);
}

typedef bool test(const ltl *l, formula f);

/* Splits the operands of && or || into those that pass the test and the others; both are joined
 * again.  False when either part is empty. */
static bool split(ltl *l, formula f, test *passes, formula *chosen, formula *others)
{
    ltl_op op = op_of(l, f);
    formulas part[2] = {0};
    bool both;

    for (u32 i = 0; i < node_of(l, f)->n; i++) {
        formula g = operand(l, f, i);
        vec_push(&part[passes(l, g)], g);
    }
    both = part[0].n && part[1].n;
    if (both) {
        *others = junction(l, op, part[0].at, part[0].n);
        *chosen = junction(l, op, part[1].at, part[1].n);
    }
    vec_free(&part[0]);
    vec_free(&part[1]);
    return both;
}

static formula next(ltl *l, formula f)
{
    formula tail, rest;

    if (f == FORMULA_TRUE || f == FORMULA_FALSE || tail_only(l, f))
        return f;
    /* X(f || q) is X f || q when q says nothing about beginnings. */
    if ((op_of(l, f) == OP_OR || op_of(l, f) == OP_AND) && split(l, f, tail_only, &tail, &rest))
        return pair(l, op_of(l, f), next(l, rest), tail);
    return ltl_unary(l, OP_NEXT, f);
}

static bool eventual(const ltl *l, formula f)
{
    return node_of(l, f)->eventual;
}

static bool universal(const ltl *l, formula f)
{
    return node_of(l, f)->universal;
}

static formula fix(ltl *l, ltl_op op, formula a, formula b);

/* F G(f || u), u universal, is F G f || F u. */
static formula fix_of_other(ltl *l, ltl_op op, formula b)
{
    bool until = op == OP_UNTIL;
    formula side = until ? FORMULA_TRUE : FORMULA_FALSE, u, rest, inner;

    if (op_of(l, b) != (until ? OP_GLOBALLY : OP_FINALLY))
        return NO_FORMULA;
    inner = operand(l, b, 0);
    if (op_of(l, inner) != (until ? OP_OR : OP_AND) ||
        !split(l, inner, until ? universal : eventual, &u, &rest))
        return NO_FORMULA;
    rest = fix(l, dual(op), until ? FORMULA_FALSE : FORMULA_TRUE, rest);
    return pair(l, op_of(l, inner), fix(l, op, side, rest), fix(l, op, side, u));
}

/* Rules that take operands out of the right side of a U. */
static formula fix_of_junction(ltl *l, ltl_op op, formula a, formula b)
{
    bool until = op == OP_UNTIL;
    formula chosen, rest;

    /* f U (g || e) is (f U g) || e when e is eventual. */
    if (op_of(l, b) == (until ? OP_OR : OP_AND) &&
        split(l, b, until ? eventual : universal, &chosen, &rest))
        return pair(l, op_of(l, b), fix(l, op, a, rest), chosen);
    /* f U (g && q) is (f U g) && q when q says nothing about beginnings. */
    if (op_of(l, b) == (until ? OP_AND : OP_OR) && split(l, b, tail_only, &chosen, &rest))
        return pair(l, op_of(l, b), fix(l, op, a, rest), chosen);
    return NO_FORMULA;
}

/* Rules that look at both sides; `side` is the left side that makes the U an F. */
static formula fix_by_sides(ltl *l, ltl_op op, formula a, formula b, formula side)
{
    bool until = op == OP_UNTIL;

    if (leads(l, until, a, b))
        return b;
    /* f U (g U h) is g U h when f implies g. */
    if (fix_of(l, b) == op && leads(l, until, a, left_of(l, b)))
        return b;
    /* (f U g) U g is f U g. */
    if (fix_of(l, a) == op && right_of(l, a) == b)
        return a;
    /* f U g is F g when !f implies g. */
    if (a != side && leads(l, until, negation(l, a), b))
        return fix(l, op, side, b);
    return NO_FORMULA;
}

/* X f U X g is X(f U g). */
static formula fix_of_next(ltl *l, ltl_op op, formula a, formula b, formula side)
{
    if (op_of(l, b) != OP_NEXT || (a != side && op_of(l, a) != OP_NEXT))
        return NO_FORMULA;
    return next(l, fix(l, op, a == side ? side : operand(l, a, 0), operand(l, b, 0)));
}

static formula fix(ltl *l, ltl_op op, formula a, formula b)
{
    bool until = op == OP_UNTIL;
    formula side = until ? FORMULA_TRUE : FORMULA_FALSE;
    formula f;

    if (b == FORMULA_TRUE || b == FORMULA_FALSE)
        return b;
    if (until ? eventual(l, b) : universal(l, b))
        return b;
    if ((f = fix_by_sides(l, op, a, b, side)) || (f = fix_of_next(l, op, a, b, side)) ||
        (f = fix_of_junction(l, op, a, b)))
        return f;
    if (a == side && (f = fix_of_other(l, op, b)))
        return f;
    if (a == side)
        return ltl_unary(l, until ? OP_FINALLY : OP_GLOBALLY, b);
    return ltl_binary(l, op, a, b);
}

/* The operands without nested ones of the same operator, sorted, each once. */
static void flatten(const ltl *l, ltl_op op, const formula *operands, u32 n, formulas *out)
{
    u32 kept = 0;

    for (u32 i = 0; i < n; i++)
        if (op_of(l, operands[i]) == op)
            flatten(l, op, &l->operands.at[node_of(l, operands[i])->first],
                    node_of(l, operands[i])->n, out);
        else
            vec_push(out, operands[i]);
    if (out->n)
        qsort(out->at, out->n, sizeof *out->at, by_number);
    for (u32 i = 0; i < out->n; i++)
        if (!kept || out->at[kept - 1] != out->at[i])
            out->at[kept++] = out->at[i];
    out->n = kept;
}

/* Whether a || b is true (a && b false) by the rules for implication. */
static bool clash(ltl *l, ltl_op op, formula a, formula b)
{
    if (literal(l, a) && literal(l, b))
        return negation(l, a) == b;
    return leads(l, op == OP_OR, negation(l, a), b);
}

/* Removes operands that others make superfluous; true if the whole is constant. */
static bool absorb(ltl *l, ltl_op op, formulas *all)
{
    for (u32 i = 0; i < all->n; i++)
        for (u32 j = 0; j < all->n; j++) {
            if (i == j || !all->at[i] || !all->at[j])
                continue;
            if (j > i && clash(l, op, all->at[i], all->at[j]))
                return true;
            if (leads(l, op == OP_OR, all->at[i], all->at[j]))
                all->at[i] = NO_FORMULA;
        }
    return false;
}

/* Two operands as one, or NO_FORMULA:
 * F a || F b, G F a || G F b, X a || X b, (f U g) || (f U h), (f R g) || (h R g). */
static formula combine(ltl *l, ltl_op op, formula a, formula b)
{
    ltl_op same_left = op == OP_OR ? OP_UNTIL : OP_RELEASE, kind = fix_of(l, a);
    ltl_op inner = op == OP_OR ? OP_FINALLY : OP_GLOBALLY;

    if (fix_of(l, b) != kind)
        return NO_FORMULA;
    if (kind == OP_NEXT)
        return next(l, pair(l, op, operand(l, a, 0), operand(l, b, 0)));
    if (kind == same_left && left_of(l, a) == left_of(l, b))
        return fix(l, kind, left_of(l, a), pair(l, op, right_of(l, a), right_of(l, b)));
    if (kind == dual(same_left) && right_of(l, a) == right_of(l, b))
        return fix(l, kind, pair(l, op, left_of(l, a), left_of(l, b)), right_of(l, a));
    if (op_of(l, a) == dual(inner) && op_of(l, b) == dual(inner) &&
        op_of(l, right_of(l, a)) == inner && op_of(l, right_of(l, b)) == inner)
        return fix(l, kind, left_of(l, a), combine(l, op, right_of(l, a), right_of(l, b)));
    return NO_FORMULA;
}

/* Combines the first pair that can be; false when none can. */
static bool combine_some(ltl *l, ltl_op op, formulas *all)
{
    for (u32 i = 0; i < all->n; i++)
        for (u32 j = i + 1; j < all->n; j++) {
            formula f = combine(l, op, all->at[i], all->at[j]);

            if (f) {
                all->at[i] = f;
                all->at[j] = all->at[--all->n];
                return true;
            }
        }
    return false;
}

static void drop(formulas *all, formula f)
{
    u32 kept = 0;

    for (u32 i = 0; i < all->n; i++)
        if (all->at[i] != f)
            all->at[kept++] = all->at[i];
    all->n = kept;
}

static formula junction_of(ltl *l, ltl_op op, formulas *all)
{
    formula unit = op == OP_AND ? FORMULA_TRUE : FORMULA_FALSE;
    formula zero = op == OP_AND ? FORMULA_FALSE : FORMULA_TRUE;

    if (absorb(l, op, all))
        return zero;
    drop(all, NO_FORMULA);
    drop(all, unit);
    for (u32 i = 0; i < all->n; i++)
        if (all->at[i] == zero)
            return zero;
    if (combine_some(l, op, all))
        return junction(l, op, all->at, all->n);
    if (all->n == 0)
        return unit;
    assert(sorted(all));
    return all->n == 1 ? all->at[0] : ltl_node(l, op, all->at, all->n);
}

/* && or || of simplified formulas. */
static formula junction(ltl *l, ltl_op op, const formula *operands, u32 n)
{
    formulas all = {0};
    formula f;

    flatten(l, op, operands, n, &all);
    f = junction_of(l, op, &all);
    vec_free(&all);
    return f;
}

static formula simplify(ltl *l, formula f, bool negated);

static formula simplify_junction(ltl *l, formula f, bool negated)
{
    ltl_op op = op_of(l, f);
    formulas all = {0};
    formula g;

    for (u32 i = 0; i < node_of(l, f)->n; i++) {
        formula h = simplify(l, operand(l, f, i), negated);
        vec_push(&all, h);
    }
    g = junction(l, negated ? dual(op) : op, all.at, all.n);
    vec_free(&all);
    return g;
}

/* f <-> g is (f && g) || (!f && !g). */
static formula simplify_equivalence(ltl *l, formula f, bool negated)
{
    formula a = operand(l, f, 0), b = operand(l, f, 1);
    formula both = pair(l, OP_AND, simplify(l, a, false), simplify(l, b, negated));
    formula none = pair(l, OP_AND, simplify(l, a, true), simplify(l, b, !negated));

    return pair(l, OP_OR, both, none);
}

/* f W g is g R (f || g), and f M g is g U (f && g). */
static formula simplify_weak(ltl *l, formula f, bool negated)
{
    bool until = (op_of(l, f) == OP_STRONG_RELEASE) != negated;
    formula a = simplify(l, operand(l, f, 0), negated), b = simplify(l, operand(l, f, 1), negated);

    return fix(l, until ? OP_UNTIL : OP_RELEASE, b, pair(l, until ? OP_AND : OP_OR, a, b));
}

static formula simplify_fix(ltl *l, formula f, bool negated)
{
    ltl_op op = fix_of(l, f);
    formula a = simplify(l, left_of(l, f), negated), b = simplify(l, right_of(l, f), negated);

    return fix(l, negated ? dual(op) : op, a, b);
}

static formula rewrite(ltl *l, formula f, bool negated)
{
    switch (op_of(l, f)) {
    case OP_TRUE:
    case OP_FALSE:
        return (f == FORMULA_TRUE) == negated ? FORMULA_FALSE : FORMULA_TRUE;
    case OP_PROPOSITION:
        return negated ? ltl_not(l, f) : f;
    case OP_NOT:
        return simplify(l, operand(l, f, 0), !negated);
    case OP_NEXT:
        return next(l, simplify(l, operand(l, f, 0), negated));
    case OP_AND:
    case OP_OR:
        return simplify_junction(l, f, negated);
    case OP_IMPLIES:
        return pair(l, negated ? OP_AND : OP_OR, simplify(l, operand(l, f, 0), !negated),
                    simplify(l, operand(l, f, 1), negated));
    case OP_EQUIVALENT:
        return simplify_equivalence(l, f, negated);
    case OP_WEAK_UNTIL:
    case OP_STRONG_RELEASE:
        return simplify_weak(l, f, negated);
    default:
        return simplify_fix(l, f, negated);
    }
}

/* f or its negation. */
static formula simplify(ltl *l, formula f, bool negated)
{
    u64 key = (u64)f << 1 | negated;
    u64 known;
    formula g;

    if (map_get(&l->simplified, key, &known))
        return (formula)known;
    g = rewrite(l, f, negated);
    map_put(&l->simplified, key, g);
    return g;
}

formula ltl_simplify(ltl *l, formula f)
{
    formula g = simplify(l, f, false);

    for (u32 round = 0; round < 10 && g != f; round++) {
        f = g;
        g = simplify(l, f, false);
    }
    return g;
}

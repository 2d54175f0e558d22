/* Implication between formulas by syntactic rules: a fast test that is right when it says yes,
 * after Somenzi and Bloem (CAV 2000), extended by the rules for eventual and universal formulas.
 * Answers are kept by pair; a pair that is being asked counts as no. */
#include "ltl/formula.h"

static bool all_operands(ltl *l, formula f, formula other, bool other_first)
{
    for (u32 i = 0; i < node_of(l, f)->n; i++)
        if (!(other_first ? ltl_implies(l, other, operand(l, f, i))
                          : ltl_implies(l, operand(l, f, i), other)))
            return false;
    return true;
}

static bool some_operand(ltl *l, formula f, formula other, bool other_first)
{
    for (u32 i = 0; i < node_of(l, f)->n; i++)
        if (other_first ? ltl_implies(l, other, operand(l, f, i))
                        : ltl_implies(l, operand(l, f, i), other))
            return true;
    return false;
}

/* Rules for the form of the premise. */
static bool by_premise(ltl *l, formula a, formula b)
{
    const bool eventual = node_of(l, b)->eventual;

    switch (op_of(l, a)) {
    case OP_AND:
        return some_operand(l, a, b, false);
    case OP_OR:
        return all_operands(l, a, b, false);
    case OP_NEXT:
        return eventual && ltl_implies(l, operand(l, a, 0), b);
    case OP_UNTIL:
    case OP_FINALLY:
        return ltl_implies(l, right_of(l, a), b) && (eventual || ltl_implies(l, left_of(l, a), b));
    case OP_RELEASE:
    case OP_GLOBALLY:
        return ltl_implies(l, right_of(l, a), b);
    default:
        return false;
    }
}

/* Rules for the form of the conclusion. */
static bool by_conclusion(ltl *l, formula a, formula b)
{
    const bool universal = node_of(l, a)->universal;

    switch (op_of(l, b)) {
    case OP_AND:
        return all_operands(l, b, a, true);
    case OP_OR:
        return some_operand(l, b, a, true);
    case OP_NEXT:
        return universal && ltl_implies(l, a, operand(l, b, 0));
    case OP_RELEASE:
    case OP_GLOBALLY:
        return ltl_implies(l, a, right_of(l, b)) && (universal || ltl_implies(l, a, left_of(l, b)));
    case OP_UNTIL:
    case OP_FINALLY:
        return ltl_implies(l, a, right_of(l, b));
    default:
        return false;
    }
}

/* Operators of one kind are monotone in their operands. */
static bool by_operands(ltl *l, formula a, formula b)
{
    if (op_of(l, a) == OP_NEXT && op_of(l, b) == OP_NEXT)
        return ltl_implies(l, operand(l, a, 0), operand(l, b, 0));
    if ((is_until(l, a) && is_until(l, b)) || (is_release(l, a) && is_release(l, b)))
        return ltl_implies(l, left_of(l, a), left_of(l, b)) &&
               ltl_implies(l, right_of(l, a), right_of(l, b));
    return false;
}

bool ltl_implies(ltl *l, formula a, formula b)
{
    u64 key = (u64)a << 32 | b;
    u64 known;
    bool yes;

    if (a == b || a == FORMULA_FALSE || b == FORMULA_TRUE)
        return true;
    if (a == FORMULA_TRUE || b == FORMULA_FALSE)
        return false;
    if (map_get(&l->implied, key, &known))
        return known;
    map_put(&l->implied, key, false);
    yes = by_operands(l, a, b) || by_premise(l, a, b) || by_conclusion(l, a, b);
    map_put(&l->implied, key, yes);
    return yes;
}

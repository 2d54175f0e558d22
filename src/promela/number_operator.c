/* Operators on integers, and what their results lie between: bounds save most conversions, and most
 * second words of 64-bit values. */
#include "promela/known.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <stdio.h>
#include <string.h>

static void bound(value *r, i128 low, i128 top)
{
    bool in = low >= type_low(r->type) && top <= type_top(r->type);

    r->low = in ? low : type_low(r->type);
    r->top = in ? top : type_top(r->type);
}

static i128 smallest(const i128 *n, u32 count)
{
    i128 m = n[0];

    for (u32 i = 1; i < count; i++)
        if (n[i] < m)
            m = n[i];
    return m;
}

static i128 largest(const i128 *n, u32 count)
{
    i128 m = n[0];

    for (u32 i = 1; i < count; i++)
        if (n[i] > m)
            m = n[i];
    return m;
}

/* A number of the form 2^k - 1 that is not below n. */
static i128 filled(i128 n)
{
    i128 m = 0;

    while (m < n)
        m = m * 2 + 1;
    return m;
}

/* What the result of an operation lies between, as if nothing wrapped around. */
static void bound_result(value *r, enum CXBinaryOperatorKind op, const value *a, const value *b)
{
    i128 products[4];
    bool positive = a->low >= 0 && b->low >= 0;

    switch (op) {
    case CXBinaryOperator_Add:
        bound(r, a->low + b->low, a->top + b->top);
        return;
    case CXBinaryOperator_Sub:
        bound(r, a->low - b->top, a->top - b->low);
        return;
    case CXBinaryOperator_Mul:
        if (a->low < -((i128)1 << 62) || a->top > ((i128)1 << 62) || b->low < -((i128)1 << 62) ||
            b->top > ((i128)1 << 62))
            break;
        products[0] = a->low * b->low;
        products[1] = a->low * b->top;
        products[2] = a->top * b->low;
        products[3] = a->top * b->top;
        bound(r, smallest(products, 4), largest(products, 4));
        return;
    case CXBinaryOperator_Div:
        if (positive) {
            bound(r, 0, a->top);
            return;
        }
        break;
    case CXBinaryOperator_Rem:
        if (positive) {
            bound(r, 0, a->top < b->top ? a->top : b->top);
            return;
        }
        break;
    case CXBinaryOperator_And:
        if (a->low >= 0 || b->low >= 0) {
            bound(r, 0,
                  a->low < 0        ? b->top
                  : b->low < 0      ? a->top
                  : a->top < b->top ? a->top
                                    : b->top);
            return;
        }
        break;
    case CXBinaryOperator_Or:
    case CXBinaryOperator_Xor:
        if (positive) {
            bound(r, 0, filled(a->top > b->top ? a->top : b->top));
            return;
        }
        break;
    case CXBinaryOperator_Shr:
        if (a->low >= 0) {
            bound(r, 0, b->constant && b->low < 64 ? a->top >> b->low : a->top);
            return;
        }
        break;
    case CXBinaryOperator_Shl:
        if (b->constant && b->low >= 0 && b->low < 64 && a->low >= 0 && a->top < ((i128)1 << 62)) {
            bound(r, a->low << b->low, a->top << b->low);
            return;
        }
        break;
    default:
        break;
    }
    r->low = type_low(r->type);
    r->top = type_top(r->type);
}

static const char *operator_text(enum CXBinaryOperatorKind op)
{
    switch (op) {
    case CXBinaryOperator_Mul:
        return "*";
    case CXBinaryOperator_Div:
        return "/";
    case CXBinaryOperator_Rem:
        return "%";
    case CXBinaryOperator_Add:
        return "+";
    case CXBinaryOperator_Sub:
        return "-";
    case CXBinaryOperator_Shl:
        return "<<";
    case CXBinaryOperator_Shr:
        return ">>";
    case CXBinaryOperator_LT:
        return "<";
    case CXBinaryOperator_GT:
        return ">";
    case CXBinaryOperator_LE:
        return "<=";
    case CXBinaryOperator_GE:
        return ">=";
    case CXBinaryOperator_EQ:
        return "==";
    case CXBinaryOperator_NE:
        return "!=";
    case CXBinaryOperator_And:
        return "&";
    case CXBinaryOperator_Xor:
        return "^";
    case CXBinaryOperator_Or:
        return "|";
    default:
        die("no operator %d of Promela", (int)op);
    }
}

static const char *join_checks(translation *t, const value *a, const value *b)
{
    if (a->checks && b->checks)
        return tr_text(t, "%s && %s", a->checks, b->checks);
    return a->checks ? a->checks : b->checks;
}

/* What two values have in common when they become one text. */
static value combined(translation *t, const value *a, const value *b, model_type *of,
                      const char *what)
{
    return (value){.type = of,
                   .text = what,
                   .visible = a->visible || b->visible,
                   .checks = join_checks(t, a, b),
                   .kind = a->checks ? a->kind : b->kind,
                   .low = type_low(of),
                   .top = type_top(of)};
}

static const char *simple_text(translation *t, enum CXBinaryOperatorKind op, const value *a,
                               const value *b)
{
    return tr_text(t, "(%s %s %s)", a->text, operator_text(op), b->text);
}

/* Unsigned division of words that may have the top bit. */
static const char *unsigned_division(translation *t, enum CXBinaryOperatorKind op, value *a,
                                     value *b)
{
    *a = number_repeatable(t, *a);
    *b = number_repeatable(t, *b);
    t->udiv_used = true;
    return tr_text(t, op == CXBinaryOperator_Div ? "UDIV(%s, %s)" : "UMOD(%s, %s)", a->text,
                   b->text);
}

static void check_division(translation *t, const value *a, value *b)
{
    if (b->low <= 0 && b->top >= 0) {
        *b = number_repeatable(t, *b);
        if (b->high)
            node_assert(t, "division", "(%s | %s) != 0", b->text, b->high);
        else
            node_assert(t, "division", "%s != 0", b->text);
    }
    if (a->low == type_low(a->type) && a->type->sign && b->low <= -1 && b->top >= -1) {
        if (a->high || b->high) {
            *b = number_repeatable(t, *b);
            node_assert(t, "division",
                        "!(%s == 0 && %s == (-2147483647 - 1) && %s == -1 && %s == -1)", a->text,
                        number_high(t, *a), b->text, number_high(t, *b));
            return;
        }
        *b = number_repeatable(t, *b);
        node_assert(t, "division", "!(%s == %s && %s == -1)", a->text,
                    number_word(t, (i64)type_low(a->type)), b->text);
    }
}

static value divide(translation *t, enum CXBinaryOperatorKind op, value a, value b, model_type *of)
{
    value r;
    const char *what;

    if (a.low == type_low(a.type) && a.type->sign)
        a = number_repeatable(t, a);
    check_division(t, &a, &b);
    if (!of->sign && of->bits == 32 && (a.top > INT32_MAX || b.top > INT32_MAX))
        what = unsigned_division(t, op, &a, &b);
    else
        what = simple_text(t, op, &a, &b);
    r = combined(t, &a, &b, of, what);
    bound_result(&r, op, &a, &b);
    return r;
}

static void check_shift(translation *t, const model_type *of, value *b)
{
    if (number_fits(b, 0, of->bits - 1))
        return;
    *b = number_repeatable(t, *b);
    if (b->high)
        node_assert(t, "shift", "%s == 0 && %s >= 0 && %s < %u", b->high, b->text, b->text,
                    of->bits);
    else
        node_assert(t, "shift", "%s >= 0 && %s < %u", b->text, b->text, of->bits);
    b->high = NULL;
    b->low = 0;
    b->top = of->bits - 1;
}

static value shift(translation *t, enum CXBinaryOperatorKind op, value a, value b, model_type *of)
{
    value r;
    const char *what = NULL;

    if (op == CXBinaryOperator_Shr && a.low < 0 && !of->sign)
        die("a negative unsigned value");
    if (op == CXBinaryOperator_Shr && a.top > INT32_MAX) {
        b = number_repeatable(t, b);
        what = tr_text(t, "USHR(%s, %s)", a.text, b.text);
    }
    r = combined(t, &a, &b, of, what ? what : simple_text(t, op, &a, &b));
    bound_result(&r, op, &a, &b);
    return r;
}

static value wide_result(translation *t, const char *low, const char *high, model_type *of)
{
    value r = number_text(t, of, low);

    r.high = high;
    return number_keep(t, r);
}

static value wide_multiply(translation *t, const value *a, const value *b, model_type *of)
{
    return wide_result(t, tr_text(t, "%s * %s", a->text, b->text),
                       tr_text(t, "MULHI(%s, %s) + %s * %s + %s * %s", a->text, b->text, a->text,
                               b->high, a->high, b->text),
                       of);
}

static value wide_shift(translation *t, enum CXBinaryOperatorKind op, const value *a,
                        const value *b, model_type *of)
{
    const char *l = a->text, *h = a->high, *k = b->text;

    if (op == CXBinaryOperator_Shl)
        return wide_result(
            t, tr_text(t, "(%s < 32 -> %s << %s : 0)", k, l, k),
            tr_text(
                t,
                "(%s == 0 -> %s : (%s < 32 -> (%s << %s) | USHR(%s, 32 - %s) : %s << (%s - 32)))",
                k, h, k, h, k, l, k, l, k),
            of);
    if (of->sign)
        return wide_result(
            t,
            tr_text(
                t,
                "(%s == 0 -> %s : (%s < 32 -> USHR(%s, %s) | (%s << (32 - %s)) : %s >> (%s - 32)))",
                k, l, k, l, k, h, k, h, k),
            tr_text(t, "(%s < 32 -> %s >> %s : %s >> 31)", k, h, k, h), of);
    return wide_result(
        t,
        tr_text(
            t,
            "(%s == 0 -> %s : (%s < 32 -> USHR(%s, %s) | (%s << (32 - %s)) : USHR(%s, %s - 32)))",
            k, l, k, l, k, h, k, h, k),
        tr_text(t, "(%s < 32 -> USHR(%s, %s) : 0)", k, h, k), of);
}

static value spread(translation *t, value v)
{
    v = number_repeatable(t, v);
    v.high = number_high(t, v);
    return v;
}

/* 2 to the power of what it returns; -1: no such number. */
static int power_of_two(const value *v)
{
    for (int i = 0; v->constant && i < 63; i++)
        if (v->low == (i128)1 << i)
            return i;
    return -1;
}

static const char *negated(translation *t, const char *when, const char *low, const char *high)
{
    return high ? tr_text(t, "(%s -> -%s - (%s != 0) : %s)", when, high, low, high)
                : tr_text(t, "(%s -> -%s : %s)", when, low, low);
}

/* By shifting and subtracting, on the absolute values. */
static value wide_divide(translation *t, enum CXBinaryOperatorKind op, const value *a,
                         const value *b, model_type *of)
{
    const char *x = number_wide_temp(t), *y = number_wide_temp(t), *r = number_wide_temp(t),
               *k = number_room(t, type_int(t, 32, true)).text;
    const value *from[] = {a, b};
    const char *sign, *low, *high;
    value result;

    for (u32 i = 0; i < LENGTH(from); i++) {
        const char *name = i ? y : x;

        sign = of->sign ? tr_text(t, "%s < 0", from[i]->high) : "false";
        node_emit(t, 0, "%s.lo = %s", name, negated(t, sign, from[i]->text, NULL));
        node_emit(t, 0, "%s.hi = %s", name, negated(t, sign, from[i]->text, from[i]->high));
    }
    known_changes(t, k);
    node_emit(t, 0, "wide_divide(%s, %s, %s, %s)", x, y, r, k);
    low = tr_text(t, "%s.lo", op == CXBinaryOperator_Div ? x : r);
    high = tr_text(t, "%s.hi", op == CXBinaryOperator_Div ? x : r);
    sign = !of->sign                    ? "false"
           : op == CXBinaryOperator_Div ? tr_text(t, "(%s ^ %s) < 0", a->high, b->high)
                                        : tr_text(t, "%s < 0", a->high);
    result = wide_result(t, negated(t, sign, low, NULL), negated(t, sign, low, high), of);
    if (op == CXBinaryOperator_Rem && !of->sign && b->constant) {
        result.low = 0;
        result.top = b->low - 1;
        if (result.top <= INT32_MAX)
            result.high = NULL;
    }
    return result;
}

/* Of two words each. */
static value wide_binary(translation *t, enum CXBinaryOperatorKind op, value a, value b,
                         model_type *of)
{
    a = spread(t, a);
    b = op == CXBinaryOperator_Shl || op == CXBinaryOperator_Shr ? number_repeatable(t, b)
                                                                 : spread(t, b);
    switch (op) {
    case CXBinaryOperator_Add:
        return wide_result(
            t, tr_text(t, "%s + %s", a.text, b.text),
            tr_text(t, "%s + %s + ULT(%s + %s, %s)", a.high, b.high, a.text, b.text, a.text), of);
    case CXBinaryOperator_Sub:
        return wide_result(t, tr_text(t, "%s - %s", a.text, b.text),
                           tr_text(t, "%s - %s - ULT(%s, %s)", a.high, b.high, a.text, b.text), of);
    case CXBinaryOperator_Mul:
        return wide_multiply(t, &a, &b, of);
    case CXBinaryOperator_And:
    case CXBinaryOperator_Or:
    case CXBinaryOperator_Xor:
        return wide_result(t, tr_text(t, "%s %s %s", a.text, operator_text(op), b.text),
                           tr_text(t, "%s %s %s", a.high, operator_text(op), b.high), of);
    case CXBinaryOperator_Shl:
    case CXBinaryOperator_Shr:
        return wide_shift(t, op, &a, &b, of);
    default:
        return wide_divide(t, op, &a, &b, of);
    }
}

static bool divides(enum CXBinaryOperatorKind op)
{
    return op == CXBinaryOperator_Div || op == CXBinaryOperator_Rem;
}

static bool shifts(enum CXBinaryOperatorKind op)
{
    return op == CXBinaryOperator_Shl || op == CXBinaryOperator_Shr;
}

/* Both operands and the result fit an int, so one word will do. */
static bool stays_small(enum CXBinaryOperatorKind op, const value *a, const value *b,
                        model_type *of)
{
    value r = {.type = of};

    bound_result(&r, op, a, b);
    if (divides(op))
        return number_fits_int(a) && number_fits_int(b) && !(a->low == INT32_MIN && b->low <= -1);
    if (op == CXBinaryOperator_And || op == CXBinaryOperator_Or || op == CXBinaryOperator_Xor)
        return number_fits_int(a) && number_fits_int(b) && (of->sign || number_fits_int(&r));
    if (op == CXBinaryOperator_Shr)
        return number_fits_int(a) && b->constant && b->low < 32;
    return number_fits_int(a) && number_fits_int(b) && number_fits_int(&r);
}

/* An error whatever the other operand is: there is no value that could be computed. */
static bool is_wrong(enum CXBinaryOperatorKind op, const value *a, const value *b,
                     const model_type *of)
{
    if (!b->constant)
        return false;
    if (shifts(op))
        return b->low < 0 || b->low >= of->bits;
    return divides(op) &&
           (b->low == 0 || (a->constant && of->sign && b->low == -1 && a->low == type_low(of)));
}

static value fold(translation *t, enum CXBinaryOperatorKind op, const value *a, const value *b,
                  model_type *of)
{
    i128 x = a->low, y = b->low;

    switch (op) {
    case CXBinaryOperator_Add:
        return number_constant(t, of, x + y);
    case CXBinaryOperator_Sub:
        return number_constant(t, of, x - y);
    case CXBinaryOperator_Mul:
        return number_constant(t, of, (i128)((u128)x * (u128)y));
    case CXBinaryOperator_Div:
        return number_constant(t, of, x / y);
    case CXBinaryOperator_Rem:
        return number_constant(t, of, x % y);
    case CXBinaryOperator_And:
        return number_constant(t, of, x & y);
    case CXBinaryOperator_Or:
        return number_constant(t, of, x | y);
    case CXBinaryOperator_Xor:
        return number_constant(t, of, x ^ y);
    case CXBinaryOperator_Shl:
        return number_constant(t, of, (i128)((u128)x << y));
    default:
        return number_constant(t, of, x >> y);
    }
}

value number_binary(translation *t, enum CXBinaryOperatorKind op, value a, value b, model_type *of)
{
    value r;

    if (is_wrong(op, &a, &b, of)) {
        number_settle(t, a);
        node_assert(t, shifts(op) ? "shift" : "division", "false");
        return number_constant(t, of, 0);
    }
    if (a.constant && b.constant)
        return fold(t, op, &a, &b, of);
    if (shifts(op))
        check_shift(t, of, &b);
    if (type_is_wide(of) && divides(op))
        check_division(t, &a, &b);
    if (type_is_wide(of) && divides(op) && !of->sign && power_of_two(&b) >= 0) {
        if (op == CXBinaryOperator_Div)
            return number_binary(t, CXBinaryOperator_Shr, a,
                                 number_constant(t, type_int(t, 32, true), power_of_two(&b)), of);
        return number_binary(t, CXBinaryOperator_And, a, number_constant(t, of, b.low - 1), of);
    }
    if (type_is_wide(of) && !stays_small(op, &a, &b, of))
        return wide_binary(t, op, a, b, of);
    if (divides(op))
        return divide(t, op, a, b, of);
    if (shifts(op))
        return shift(t, op, a, b, of);
    r = combined(t, &a, &b, of, simple_text(t, op, &a, &b));
    bound_result(&r, op, &a, &b);
    if (type_is_wide(of) && !number_fits_int(&r)) { /* signed bits of small numbers are small */
        r.low = INT32_MIN;
        r.top = INT32_MAX;
    }
    return r;
}

static const char *unsigned_order(translation *t, enum CXBinaryOperatorKind op, const char *a,
                                  const char *b)
{
    switch (op) {
    case CXBinaryOperator_LT:
        return tr_text(t, "ULT(%s, %s)", a, b);
    case CXBinaryOperator_GT:
        return tr_text(t, "ULT(%s, %s)", b, a);
    case CXBinaryOperator_LE:
        return tr_text(t, "!ULT(%s, %s)", b, a);
    default:
        return tr_text(t, "!ULT(%s, %s)", a, b);
    }
}

static const char *wide_order(translation *t, enum CXBinaryOperatorKind op, const value *a,
                              const value *b, bool sign)
{
    bool strict = op == CXBinaryOperator_LT || op == CXBinaryOperator_GT;
    bool swap = op == CXBinaryOperator_GT || op == CXBinaryOperator_LE;
    const value *x = swap ? b : a, *y = swap ? a : b; /* x < y, or not */
    const char *less = tr_text(t,
                               sign ? "(%s < %s || (%s == %s && ULT(%s, %s)))"
                                    : "(ULT(%s, %s) || (%s == %s && ULT(%s, %s)))",
                               x->high, y->high, x->high, y->high, x->text, y->text);

    return strict ? less : tr_text(t, "!%s", less);
}

static value wide_compare(translation *t, enum CXBinaryOperatorKind op, value a, value b)
{
    bool sign = a.type->sign;
    const char *what;

    a = spread(t, a);
    b = spread(t, b);
    if (op == CXBinaryOperator_EQ)
        what = tr_text(t, "(%s == %s && %s == %s)", a.text, b.text, a.high, b.high);
    else if (op == CXBinaryOperator_NE)
        what = tr_text(t, "(%s != %s || %s != %s)", a.text, b.text, a.high, b.high);
    else
        what = wide_order(t, op, &a, &b, sign);
    return number_text(t, type_int(t, 32, true), what);
}

value number_compare(translation *t, enum CXBinaryOperatorKind op, value a, value b)
{
    model_type *of = type_int(t, 32, true);
    bool equality = op == CXBinaryOperator_EQ || op == CXBinaryOperator_NE;
    value r;

    if (a.high || b.high)
        r = wide_compare(t, op, a, b);
    else if (equality || (a.top <= INT32_MAX && b.top <= INT32_MAX))
        r = combined(t, &a, &b, of, simple_text(t, op, &a, &b));
    else
        r = combined(t, &a, &b, of, unsigned_order(t, op, a.text, b.text));
    r.low = 0;
    r.top = 1;
    return r;
}

value number_negate(translation *t, value v)
{
    if (v.constant)
        return number_constant(t, v.type, -v.low);
    return number_binary(t, CXBinaryOperator_Sub, number_constant(t, v.type, 0), v, v.type);
}

value number_complement(translation *t, value v)
{
    value r = v;

    if (v.constant)
        return number_constant(t, v.type, ~v.low);
    if (v.high || (type_is_wide(v.type) && !v.type->sign)) {
        v = spread(t, v);
        return wide_result(t, tr_text(t, "~%s", v.text), tr_text(t, "~%s", v.high), v.type);
    }
    r.text = tr_text(t, "(~%s)", v.text);
    r.plain = false;
    r.low = type_low(v.type);
    r.top = type_top(v.type);
    if (type_is_wide(v.type)) {
        r.low = ~v.top;
        r.top = ~v.low;
    }
    return r;
}

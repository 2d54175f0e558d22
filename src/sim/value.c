/* Arithmetic on values as C has it: integers have 4 or 8 bytes once they are promoted, and the
 * usual arithmetic conversions bring two of them to one type. */
#include "sim/value.h"

#include <assert.h>
#include <string.h>

expr_value value_integer(u64 n, u32 size, bool is_signed)
{
    return (expr_value){
        .sort = SORT_INTEGER,
        .size = size,
        .is_signed = is_signed,
        .n = size == 8   ? n
             : is_signed ? (u64)(i64)(i32)n
                         : (u32)n,
    };
}

expr_value value_truth(bool holds)
{
    return value_integer(holds, 4, true);
}

expr_value value_real(double d)
{
    return (expr_value){.sort = SORT_REAL, .real = d};
}

expr_value value_pointer(u32 type, u32 stars, u64 n)
{
    return (expr_value){.sort = SORT_POINTER, .v = {.type = type, .stars = stars}, .n = n};
}

double value_real_of(u64 bits, u64 size)
{
    u32 low = (u32)bits;
    float f;
    double d;

    if (size == 4) {
        memcpy(&f, &low, 4);
        return (double)f;
    }
    memcpy(&d, &bits, 8);
    return d;
}

static u64 widen(u64 n, u32 width, bool is_signed)
{
    if (width == 0 || width >= 64)
        return n;
    return is_signed ? (u64)((i64)(n << (64 - width)) >> (64 - width))
                     : n & (((u64)1 << width) - 1);
}

expr_value value_number(const c_value *v, c_type t)
{
    bool is_signed = t.class == C_SIGNED;
    u32 width = v->bits ? v->bits : (u32)t.size * 8;
    u64 n = widen(v->value >> v->shift, width, is_signed);

    return value_integer(n, width > 32 ? 8 : 4, is_signed || width < 32);
}

bool value_is_true(const expr_value *x)
{
    return x->sort == SORT_REAL ? x->real != 0 : x->n != 0;
}

double value_as_real(const expr_value *x)
{
    if (x->sort == SORT_REAL)
        return x->real;
    return x->is_signed ? (double)(i64)x->n : (double)x->n;
}

expr_value value_compare(operation op, bool less, bool equal)
{
    switch (op) {
    case LT:
        return value_truth(less);
    case GT:
        return value_truth(!less && !equal);
    case LE:
        return value_truth(less || equal);
    case GE:
        return value_truth(!less);
    default:
        assert(op == EQ || op == NE);
        return value_truth((op == EQ) == equal);
    }
}

static expr_value refused(const char *why, const char **problem)
{
    *problem = why;
    return value_integer(0, 4, true);
}

bool value_orders(operation op)
{
    return op == LT || op == GT || op == LE || op == GE;
}

bool value_compares(operation op)
{
    return value_orders(op) || op == EQ || op == NE;
}

expr_value value_on_reals(operation op, double a, double b, const char **problem)
{
    if (value_compares(op))
        return value_compare(op, a < b, a == b);
    switch (op) {
    case ADD:
        return value_real(a + b);
    case SUB:
        return value_real(a - b);
    case MUL:
        return value_real(a * b);
    case DIV:
        return value_real(a / b);
    default:
        return refused("the operator needs integers", problem);
    }
}

static expr_value divide(operation op, expr_value a, expr_value b, const char **problem)
{
    if (!b.n)
        return refused("division by zero", problem);
    if (!a.is_signed)
        return value_integer(op == DIV ? a.n / b.n : a.n % b.n, a.size, false);
    if ((i64)b.n == -1)
        return value_integer(op == DIV ? 0 - a.n : 0, a.size, true);
    return value_integer((u64)(op == DIV ? (i64)a.n / (i64)b.n : (i64)a.n % (i64)b.n), a.size,
                         true);
}

static expr_value shift(operation op, expr_value a, expr_value b, const char **problem)
{
    if (b.n >= a.size * 8u)
        return refused("a shift by the width or more", problem);
    if (op == SHL)
        return value_integer(a.n << b.n, a.size, a.is_signed);
    return value_integer(a.is_signed ? (u64)((i64)a.n >> b.n) : a.n >> b.n, a.size, a.is_signed);
}

void value_balance(expr_value *a, expr_value *b)
{
    u32 size = a->size > b->size ? a->size : b->size;
    bool is_signed = (a->is_signed || a->size < size) && (b->is_signed || b->size < size);

    if (a->sort == SORT_POINTER || b->sort == SORT_POINTER)
        return;
    if (a->sort == SORT_REAL || b->sort == SORT_REAL) {
        *a = value_real(value_as_real(a));
        *b = value_real(value_as_real(b));
        return;
    }
    *a = value_integer(a->n, size, is_signed);
    *b = value_integer(b->n, size, is_signed);
}

expr_value value_unevaluated(operation op, expr_value a, expr_value b)
{
    if (value_compares(op))
        return value_truth(false);
    if (op == SHL || op == SHR || a.sort == SORT_POINTER)
        return a;
    if (b.sort == SORT_POINTER)
        return b;
    value_balance(&a, &b);
    return a;
}

expr_value value_on_integers(operation op, expr_value a, expr_value b, const char **problem)
{
    if (op == SHL || op == SHR)
        return shift(op, a, b, problem);
    value_balance(&a, &b);
    if (value_compares(op))
        return value_compare(op, a.is_signed ? (i64)a.n < (i64)b.n : a.n < b.n, a.n == b.n);
    switch (op) {
    case ADD:
        return value_integer(a.n + b.n, a.size, a.is_signed);
    case SUB:
        return value_integer(a.n - b.n, a.size, a.is_signed);
    case MUL:
        return value_integer(a.n * b.n, a.size, a.is_signed);
    case DIV:
    case MOD:
        return divide(op, a, b, problem);
    case AND:
        return value_integer(a.n & b.n, a.size, a.is_signed);
    case XOR:
        return value_integer(a.n ^ b.n, a.size, a.is_signed);
    default:
        return value_integer(a.n | b.n, a.size, a.is_signed);
    }
}

expr_value value_convert(expr_value x, u32 size, bool is_signed)
{
    u64 n = x.sort == SORT_REAL ? (u64)(i64)x.real : x.n;

    n = widen(n, size * 8, is_signed);
    return value_integer(n, size > 4 ? 8 : 4, is_signed || size < 4);
}

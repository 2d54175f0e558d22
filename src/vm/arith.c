/* Arithmetic that is called rather than inlined: wide integers, conversions, bit operations, host
 * mathematics.  All of it is exact on the values; definedness is the shadowed loop's affair. */
#include "vm/machine.h"

#include <math.h>
#include <string.h>

static u64 cut(u64 v, u32 bits)
{
    return bits >= 64 ? v : v & (((u64)1 << bits) - 1);
}

static i64 extend(u64 v, u32 bits)
{
    return bits >= 64 ? (i64)v : (i64)(v << (64 - bits)) >> (64 - bits);
}

static u128 cut128(u128 v, u32 bits)
{
    return bits >= 128 ? v : v & (((u128)1 << bits) - 1);
}

static i128 extend128(u128 v, u32 bits)
{
    return bits >= 128 ? (i128)v : (i128)(v << (128 - bits)) >> (128 - bits);
}

static u128 pair(const u64 *r)
{
    return (u128)r[1] << 64 | r[0];
}

static void put_pair(u64 *r, u128 v)
{
    r[0] = (u64)v;
    r[1] = (u64)(v >> 64);
}

static long double get_real(const u64 *r, u32 ft)
{
    float f;
    double d;
    long double l = 0;

    if (ft == FT_FLOAT)
        return memcpy(&f, r, 4), f;
    if (ft == FT_DOUBLE)
        return memcpy(&d, r, 8), d;
    memcpy(&l, r, 10);
    return l;
}

static void put_real(u64 *r, u32 ft, long double v)
{
    float f = (float)v;
    double d = (double)v;

    r[0] = 0;
    if (ft == FT_FLOAT) {
        memcpy(r, &f, 4);
    } else if (ft == FT_DOUBLE) {
        memcpy(r, &d, 8);
    } else {
        r[1] = 0;
        memcpy(r, &v, 10);
    }
}

u64 arith_fcmp(u32 predicate, long double a, long double b)
{
    bool unordered = isnan(a) || isnan(b);
    /* The predicate's bits: equal 1, greater 2, less 4, unordered 8. */
    u32 is = unordered ? 8 : a == b ? 1 : a > b ? 2 : 4;

    return (predicate & is) != 0;
}

/* Out-of-range conversions have no defined value in C; like the hardware's they give the least
 * integer of the next larger machine width. */
static void to_integer(u64 *a, u32 kind, u32 width, long double v)
{
    bool is_signed = kind == FCONV_TO_SIGNED || kind == FCONV_TO_SIGNED_SAT;
    bool saturate = kind == FCONV_TO_SIGNED_SAT || kind == FCONV_TO_UNSIGNED_SAT;
    long double top = ldexpl(1, (int)(is_signed ? width - 1 : width));
    long double low = is_signed ? -top : 0;
    u128 result;

    v = truncl(v);
    if (isnan(v))
        result = saturate ? 0 : (u128)1 << (width - 1);
    else if (v >= top)
        result =
            saturate ? cut128(~(u128)0, is_signed ? width - 1 : width) : (u128)1 << (width - 1);
    else if (v < low && saturate)
        result = is_signed ? (u128)1 << (width - 1) : 0;
    else if (v < low && is_signed)
        result = (u128)1 << (width - 1);
    else if (v < 0)
        result = (u128)(i128)v;
    else
        result = (u128)v;
    result = cut128(result, width);
    a[0] = (u64)result;
    if (width > 64)
        a[1] = (u64)(result >> 64);
}

static bool holds(u32 kind, u32 width, long double v)
{
    long double top = ldexpl(1, (int)(kind == FCONV_TO_SIGNED ? width - 1 : width));

    v = truncl(v);
    return v < top && v >= (kind == FCONV_TO_SIGNED ? -top : 0);
}

bool arith_fconv(const insn *i, u64 *r)
{
    u32 kind = i->x & 0xff, from = i->x >> 8 & 0xff, to = i->x >> 16 & 0xff, width = i->y;
    u64 *a = &r[i->a], *b = &r[i->b];

    switch (kind) {
    case FCONV_FLOAT:
        put_real(a, to, get_real(b, from));
        break;
    case FCONV_FROM_SIGNED:
    case FCONV_FROM_UNSIGNED: {
        u128 v = width > 64 ? pair(b) : b[0];
        bool is_signed = kind == FCONV_FROM_SIGNED;

        /* Straight to the type: rounding twice would differ. */
        if (to == FT_FLOAT)
            put_real(a, to, is_signed ? (float)extend128(v, width) : (float)v);
        else if (to == FT_DOUBLE)
            put_real(a, to, is_signed ? (double)extend128(v, width) : (double)v);
        else
            put_real(a, to, is_signed ? (long double)extend128(v, width) : (long double)v);
        break;
    }
    default:
        if (i->x & FCONV_CHECKED && !holds(kind, width, get_real(b, from)) &&
            !MUTANT(REAL_OUT_OF_RANGE))
            return false;
        to_integer(a, kind, width, get_real(b, from));
    }
    return true;
}

u32 arith_math_arity(u32 function)
{
    static const u8 arity[] = {
#define MATH(name, n) n,
#include "program/math.def"
    };
    return arity[function];
}

#define CALL1(name, s) name##s(x[0])
#define CALL2(name, s) name##s(x[0], x[1])
#define CALL3(name, s) name##s(x[0], x[1], x[2])

void arith_math(const insn *i, u64 *r)
{
    u32 ft = i->y, step = ft == FT_LONG ? 2 : 1;
    long double v[3] = {get_real(&r[i->b], ft)};

    for (u32 k = 1; k < arith_math_arity(i->x); k++)
        v[k] = get_real(&r[i->c + (k - 1) * step], ft);
    if (ft == FT_FLOAT) {
        float x[3] = {(float)v[0], (float)v[1], (float)v[2]}, y = 0;

        switch (i->x) {
#define MATH(name, n)         \
    case MATH_##name:         \
        y = CALL##n(name, f); \
        break;
#include "program/math.def"
        }
        put_real(&r[i->a], ft, y);
    } else if (ft == FT_DOUBLE) {
        double x[3] = {(double)v[0], (double)v[1], (double)v[2]}, y = 0;

        switch (i->x) {
#define MATH(name, n)        \
    case MATH_##name:        \
        y = CALL##n(name, ); \
        break;
#include "program/math.def"
        }
        put_real(&r[i->a], ft, y);
    } else {
        long double *x = v, y = 0;

        switch (i->x) {
#define MATH(name, n)         \
    case MATH_##name:         \
        y = CALL##n(name, l); \
        break;
#include "program/math.def"
        }
        put_real(&r[i->a], ft, y);
    }
}

static u64 reverse_bits(u64 v, u32 bits)
{
    u64 out = 0;

    for (u32 k = 0; k < bits; k++)
        out |= (v >> k & 1) << (bits - 1 - k);
    return out;
}

static u128 wide_unary(u32 op, u128 b, u32 bits)
{
    u128 out = 0;
    u32 n = 0;

    switch (op) {
    case WIDE_CTPOP:
        return (u128)(__builtin_popcountll((u64)b) + __builtin_popcountll((u64)(b >> 64)));
    case WIDE_CTLZ:
        while (n < bits && !(b >> (bits - 1 - n) & 1))
            n++;
        return n;
    case WIDE_CTTZ:
        while (n < bits && !(b >> n & 1))
            n++;
        return n;
    case WIDE_BSWAP:
        for (n = 0; n < bits / 8; n++)
            out |= (b >> (8 * n) & 0xff) << (bits - 8 - 8 * n);
        return out;
    case WIDE_BITREVERSE:
        for (n = 0; n < bits; n++)
            out |= (b >> n & 1) << (bits - 1 - n);
        return out;
    case WIDE_SEXT:
        return (u128)extend128(b, bits);
    default:
        return cut128(b, bits);
    }
}

bool arith_wide(const insn *i, u64 *r)
{
    u32 op = i->x, bits = i->y;
    const wide_traits *t = &wide_does[op];
    u128 b = pair(&r[i->b]), c, v = 0;

    if (t->pairs == 1) {
        put_pair(&r[i->a], wide_unary(op, b, bits));
        return true;
    }
    c = pair(&r[i->c]);
    i128 sb = extend128(b, bits), sc = extend128(c, bits);

    if (t->does == WIDE_COMPARES) {
        r[i->a] = op == WIDE_EQ    ? b == c
                  : op == WIDE_NE  ? b != c
                  : op == WIDE_ULT ? b < c
                  : op == WIDE_ULE ? b <= c
                  : op == WIDE_SLT ? sb < sc
                                   : sb <= sc;
        return true;
    }
    if ((t->does == WIDE_DIVIDES || t->does == WIDE_DIVIDES_SIGNED) && c == 0)
        return false;
    if (t->does == WIDE_DIVIDES_SIGNED && sc == -1 && b == (u128)1 << (bits - 1))
        return false;
    if (t->does == WIDE_SHIFTS && c >= bits)
        return false;
    switch (op) {
    case WIDE_ADD:
        v = b + c;
        break;
    case WIDE_SUB:
        v = b - c;
        break;
    case WIDE_MUL:
        v = b * c;
        break;
    case WIDE_AND:
        v = b & c;
        break;
    case WIDE_OR:
        v = b | c;
        break;
    case WIDE_XOR:
        v = b ^ c;
        break;
    case WIDE_SHL:
        v = b << (u32)c;
        break;
    case WIDE_LSHR:
        v = b >> (u32)c;
        break;
    case WIDE_ASHR:
        v = (u128)(sb >> (u32)c);
        break;
    case WIDE_UDIV:
        v = b / c;
        break;
    case WIDE_SDIV:
        v = (u128)(sb / sc);
        break;
    case WIDE_UREM:
        v = b % c;
        break;
    case WIDE_SREM:
        v = (u128)(sb % sc);
        break;
    default:
        die("wide operation %u", op);
    }
    put_pair(&r[i->a], cut128(v, bits));
    return true;
}

void arith_overflow(const insn *i, u64 *r)
{
#define OVF(name, is_signed) [OVF_##name] = is_signed,
    static const bool signs[OVF_COUNT] = {OVF_OPERATIONS(OVF)};
#undef OVF
    u32 bits = i->y;
    u64 b = r[i->b], c = r[i->c];
    i128 v;
    bool is_signed = signs[i->x];
    i128 x = is_signed ? (i128)extend(b, bits) : (i128)(u128)b;
    i128 y = is_signed ? (i128)extend(c, bits) : (i128)(u128)c;
    u128 product = (u128)b * c;

    if (i->x == OVF_UMUL) {
        r[i->a] = cut((u64)product, bits);
        r[i->a + 1] = bits >= 64 ? product >> 64 != 0 : product >> bits != 0;
        return;
    }
    v = i->x == OVF_SADD || i->x == OVF_UADD   ? x + y
        : i->x == OVF_SSUB || i->x == OVF_USUB ? x - y
                                               : x * y;
    r[i->a] = cut((u64)v, bits);
    r[i->a + 1] =
        is_signed ? v != (i128)extend((u64)v, bits) : v < 0 || v != (i128)(u128)cut((u64)v, bits);
}

static u64 saturate(i128 v, i128 low, i128 high, u32 bits)
{
    return cut((u64)(v < low ? low : v > high ? high : v), bits);
}

u64 arith_bits(const insn *i, u64 b, u64 c)
{
    u32 bits = i->y;
    i64 sb = extend(b, bits), sc = extend(c, bits);
    i128 high = ((i128)1 << (bits - 1)) - 1, low = -high - 1, top = (i128)(u128)cut(~(u64)0, bits);

    switch (i->x) {
    case BITS_BSWAP:
        return __builtin_bswap64(b) >> (64 - bits);
    case BITS_BITREVERSE:
        return reverse_bits(b, bits);
    case BITS_CTPOP:
        return (u64)__builtin_popcountll(b);
    case BITS_CTLZ:
        return b ? (u64)__builtin_clzll(b) - (64 - bits) : bits;
    case BITS_CTTZ:
        return b ? (u64)__builtin_ctzll(b) : bits;
    case BITS_ABS:
        return cut(sb < 0 ? 0 - (u64)sb : (u64)sb, bits);
    case BITS_SMIN:
        return sb < sc ? b : c;
    case BITS_SMAX:
        return sb > sc ? b : c;
    case BITS_UMIN:
        return b < c ? b : c;
    case BITS_UMAX:
        return b > c ? b : c;
    case BITS_SADD_SAT:
        return saturate((i128)sb + sc, low, high, bits);
    case BITS_SSUB_SAT:
        return saturate((i128)sb - sc, low, high, bits);
    case BITS_UADD_SAT:
        return saturate((i128)(u128)b + (i128)(u128)c, 0, top, bits);
    case BITS_USUB_SAT:
        return b < c ? 0 : b - c;
    default:
        die("bit operation %u", i->x);
    }
}

u64 arith_funnel(const insn *i, u64 b, u64 c, u64 by)
{
    u32 bits = i->y & 0xffff;
    bool right = i->y >> 16;
    u128 both = (u128)b << bits | c;

    by %= bits;
    return cut((u64)(right ? both >> by : both >> (bits - by)), bits);
}

static u64 rmw_real(u32 op, u32 size, u64 old, u64 value)
{
    u32 ft = size == 4 ? FT_FLOAT : FT_DOUBLE;
    long double a = get_real(&old, ft), b = get_real(&value, ft), v;
    u64 out[2] = {0};

    if (op == RMW_FADD)
        v = ft == FT_FLOAT ? (long double)((float)a + (float)b)
                           : (long double)((double)a + (double)b);
    else if (op == RMW_FSUB)
        v = ft == FT_FLOAT ? (long double)((float)a - (float)b)
                           : (long double)((double)a - (double)b);
    else
        v = op == RMW_FMAX ? fmaxl(a, b) : fminl(a, b);
    put_real(out, ft, v);
    return out[0];
}

u64 arith_rmw(u32 op, u32 size, u64 old, u64 value)
{
    u32 bits = size * 8;
    i64 so = extend(old, bits), sv = extend(value, bits);

    switch (op) {
    case RMW_XCHG:
        return value;
    case RMW_ADD:
        return cut(old + value, bits);
    case RMW_SUB:
        return cut(old - value, bits);
    case RMW_AND:
        return old & value;
    case RMW_NAND:
        return cut(~(old & value), bits);
    case RMW_OR:
        return old | value;
    case RMW_XOR:
        return old ^ value;
    case RMW_MAX:
        return so > sv ? old : value;
    case RMW_MIN:
        return so < sv ? old : value;
    case RMW_UMAX:
        return old > value ? old : value;
    case RMW_UMIN:
        return old < value ? old : value;
    case RMW_UINC_WRAP:
        return old >= value ? 0 : old + 1;
    case RMW_UDEC_WRAP:
        return old == 0 || old > value ? value : old - 1;
    default:
        return rmw_real(op, size, old, value);
    }
}

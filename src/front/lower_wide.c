/* Integers of 65 to 128 bits: two registers, the low word first.
 *
 * The machine has the arithmetic; here are the casts, and what is composed of it: overflow tests,
 * funnel shifts, saturation.  Destinations are never operands. */
#include "front/lower_state.h"

#include <assert.h>

static u32 pair(fn *f)
{
    return regs_scratch_ints(f, 2);
}

static void wide(fn *f, u32 op, u32 bits, u32 d, u32 a, u32 b)
{
    emit_xy(f, OP_WIDE, d, a, b, op, bits);
}

static u32 wide_operation(LLVMOpcode op)
{
    switch (op) {
    case LLVMAdd:
        return WIDE_ADD;
    case LLVMSub:
        return WIDE_SUB;
    case LLVMMul:
        return WIDE_MUL;
    case LLVMAnd:
        return WIDE_AND;
    case LLVMOr:
        return WIDE_OR;
    case LLVMXor:
        return WIDE_XOR;
    case LLVMShl:
        return WIDE_SHL;
    case LLVMLShr:
        return WIDE_LSHR;
    case LLVMAShr:
        return WIDE_ASHR;
    case LLVMUDiv:
        return WIDE_UDIV;
    case LLVMSDiv:
        return WIDE_SDIV;
    case LLVMURem:
        return WIDE_UREM;
    case LLVMSRem:
        return WIDE_SREM;
    default:
        die("opcode %d is no wide operation", (int)op);
    }
}

static void wide_const(fn *f, u32 d, u64 lo, u64 hi)
{
    emit_const(f, d, lo);
    emit_const(f, d + 1, hi);
}

/* As for narrow shifts, an optimised one may be too far where the result is not used. */
static u32 shift_amount(fn *f, u32 b)
{
    u32 cut = pair(f);

    emit(f, OP_AND64I, cut, b, 0, 127);
    emit_const(f, cut + 1, 0);
    return cut;
}

void wide_binary(fn *f, LLVMOpcode op, u32 bits, u32 d, u32 a, u32 b)
{
    bool shift = op == LLVMShl || op == LLVMLShr || op == LLVMAShr;

    if (shift && f->optimised && bits == 128)
        b = shift_amount(f, b);
    wide(f, wide_operation(op), bits, d, a, b);
}

void wide_compare(fn *f, LLVMIntPredicate p, u32 bits, u32 d, u32 a, u32 b)
{
    static const struct {
        LLVMIntPredicate p;
        u8 op;
        bool swapped; /* a > b is b < a */
    } rows[] = {
        {LLVMIntEQ, WIDE_EQ, false},   {LLVMIntNE, WIDE_NE, false},   {LLVMIntULT, WIDE_ULT, false},
        {LLVMIntULE, WIDE_ULE, false}, {LLVMIntUGT, WIDE_ULT, true},  {LLVMIntUGE, WIDE_ULE, true},
        {LLVMIntSLT, WIDE_SLT, false}, {LLVMIntSLE, WIDE_SLE, false}, {LLVMIntSGT, WIDE_SLT, true},
        {LLVMIntSGE, WIDE_SLE, true},
    };
    u32 i = 0;

    while (rows[i].p != p) {
        i++;
        assert(i < LENGTH(rows));
    }
    wide(f, rows[i].op, bits, d, rows[i].swapped ? b : a, rows[i].swapped ? a : b);
}

/* ---- casts ---- */

static void sign_extend(fn *f, u32 from, u32 to, u32 d, u32 a)
{
    if (from > 64) {
        u32 full = to == 128 ? d : pair(f);
        wide(f, WIDE_SEXT, from, full, a, a);
        if (to != 128)
            wide(f, WIDE_TRUNC, to, d, full, full);
        return;
    }
    if (from < 64)
        emit_xy(f, OP_SEXT, d, a, 0, from, 64);
    else
        emit_mov(f, d, a, 1);
    emit(f, OP_ASHR64I, d + 1, d, 0, 63);
    if (to < 128)
        emit_xy(f, OP_TRUNC, d + 1, d + 1, 0, 0, to - 64);
}

static void cut(fn *f, u32 to, u32 d, u32 a)
{
    if (to > 64)
        wide(f, WIDE_TRUNC, to, d, a, a);
    else if (to == 64)
        emit_mov(f, d, a, 1);
    else
        emit_xy(f, OP_TRUNC, d, a, 0, 0, to);
}

void wide_cast(fn *f, LLVMOpcode op, u32 from, u32 to, u32 d, u32 a)
{
    if (op == LLVMTrunc) {
        cut(f, to, d, a);
    } else if (op == LLVMSExt) {
        sign_extend(f, from, to, d, a);
    } else {
        emit_mov(f, d, a, from > 64 ? 2 : 1);
        if (from <= 64)
            emit_const(f, d + 1, 0);
    }
}

/* ---- overflow ---- */

/* One register: is the sign bit of the pair set? */
static void is_negative(fn *f, u32 bits, u32 d, u32 a)
{
    emit(f, OP_LSHR64I, d, a + 1, 0, bits - 65);
}

/* Signed a + b = r overflows iff both operands' signs differ from r's; a - b = r iff a's differs
 * from b's and from r's. */
static void sign_overflow(fn *f, u32 bits, u32 d, u32 a, u32 b, u32 r, bool minus)
{
    u32 x = pair(f), y = pair(f);

    wide(f, WIDE_XOR, bits, x, a, r);
    wide(f, WIDE_XOR, bits, y, minus ? a : b, minus ? b : r);
    wide(f, WIDE_AND, bits, x, x, y);
    is_negative(f, bits, d, x);
}

/* r = a * b overflows iff r / a is not b; a of 0 never does, and a of -1 only with the least b. */
static void product_overflow(fn *f, u32 bits, bool is_signed, u32 d, u32 a, u32 b, u32 r)
{
    u32 divisor = pair(f), one = pair(f), zero = pair(f), quotient = pair(f), least = pair(f);
    u32 special = regs_scratch(f, REG_INT), t = regs_scratch(f, REG_INT);
    u64 all = bits == 128 ? UINT64_MAX : ((u64)1 << (bits - 64)) - 1;

    wide_const(f, one, 1, 0);
    wide_const(f, zero, 0, 0);
    wide(f, WIDE_EQ, bits, special, a, zero);
    emit_select(f, divisor, special, one, a, 2);
    if (is_signed) {
        wide_const(f, least, UINT64_MAX, all);
        wide(f, WIDE_EQ, bits, t, a, least);
        emit_select(f, divisor, t, one, divisor, 2);
    }
    wide(f, is_signed ? WIDE_SDIV : WIDE_UDIV, bits, quotient, r, divisor);
    wide(f, WIDE_NE, bits, d, quotient, b);
    emit(f, OP_XOR64I, special, special, 0, 1);
    emit(f, OP_AND64, d, d, special, 0);
    if (!is_signed)
        return;
    wide_const(f, least, 0, (u64)1 << (bits - 65));
    wide(f, WIDE_EQ, bits, special, b, least);
    emit_select(f, d, t, special, d, 1);
}

void wide_overflow(fn *f, u32 op, u32 bits, u32 d, u32 a, u32 b)
{
    switch (op) {
    case OVF_SADD:
        wide(f, WIDE_ADD, bits, d, a, b);
        sign_overflow(f, bits, d + 2, a, b, d, false);
        break;
    case OVF_SSUB:
        wide(f, WIDE_SUB, bits, d, a, b);
        sign_overflow(f, bits, d + 2, a, b, d, true);
        break;
    case OVF_UADD:
        wide(f, WIDE_ADD, bits, d, a, b);
        wide(f, WIDE_ULT, bits, d + 2, d, a);
        break;
    case OVF_USUB:
        wide(f, WIDE_SUB, bits, d, a, b);
        wide(f, WIDE_ULT, bits, d + 2, a, b);
        break;
    default:
        wide(f, WIDE_MUL, bits, d, a, b);
        product_overflow(f, bits, op == OVF_SMUL, d + 2, a, b, d);
    }
}

/* ---- funnel shifts ---- */

/* Left by n: (a << n) | (b >> 1 >> (bits - 1 - n)), n taken modulo the width; right alike. */
void wide_funnel(fn *f, bool right, u32 bits, u32 d, u32 a, u32 b, u32 c)
{
    u32 n = pair(f), rest = pair(f), k = pair(f), other = pair(f);

    wide_const(f, k, bits, 0);
    wide(f, WIDE_UREM, bits, n, c, k);
    wide_const(f, k, bits - 1, 0);
    wide(f, WIDE_SUB, bits, rest, k, n);
    wide_const(f, k, 1, 0);
    if (right) {
        wide(f, WIDE_SHL, bits, other, a, k);
        wide(f, WIDE_SHL, bits, other, other, rest);
        wide(f, WIDE_LSHR, bits, d, b, n);
    } else {
        wide(f, WIDE_LSHR, bits, other, b, k);
        wide(f, WIDE_LSHR, bits, other, other, rest);
        wide(f, WIDE_SHL, bits, d, a, n);
    }
    wide(f, WIDE_OR, bits, d, d, other);
}

/* ---- bit operations ---- */

/* One instruction of the machine. */
static void unary(fn *f, u32 op, u32 bits, u32 d, u32 a, u32 b)
{
    (void)b;
    emit_xy(f, OP_WIDE, d, a, a, (u8)op, bits);
}

/* The operand for which the predicate holds. */
static void minmax(fn *f, u32 predicate, u32 bits, u32 d, u32 a, u32 b)
{
    u32 first = regs_scratch(f, REG_INT);

    wide_compare(f, (LLVMIntPredicate)predicate, bits, first, a, b);
    emit_select(f, d, first, a, b, 2);
}

static void absolute(fn *f, u32 none, u32 bits, u32 d, u32 a, u32 b)
{
    u32 zero = regs_scratch_ints(f, 2), minus = regs_scratch_ints(f, 2);
    u32 negative = regs_scratch(f, REG_INT);

    (void)none;
    (void)b;
    wide_const(f, zero, 0, 0);
    wide_binary(f, LLVMSub, bits, minus, zero, a);
    wide_compare(f, LLVMIntSLT, bits, negative, a, zero);
    emit_select(f, d, negative, minus, a, 2);
}

static void saturate(fn *f, u32 overflow, u32 bits, u32 d, u32 a, u32 b)
{
    u32 sum = regs_scratch_ints(f, 3), limit = regs_scratch_ints(f, 2), t = regs_scratch_ints(f, 2);
    u64 all = bits == 128 ? UINT64_MAX : ((u64)1 << (bits - 64)) - 1;

    wide_overflow(f, overflow, bits, sum, a, b);
    if (overflow == OVF_UADD) {
        wide_const(f, limit, UINT64_MAX, all);
    } else if (overflow == OVF_USUB) {
        wide_const(f, limit, 0, 0);
    } else {
        u32 negative = regs_scratch(f, REG_INT), zero = regs_scratch_ints(f, 2);
        wide_const(f, zero, 0, 0);
        wide_const(f, limit, UINT64_MAX, all >> 1);
        wide_const(f, t, 0, (all >> 1) + 1);
        wide_compare(f, LLVMIntSLT, bits, negative, a, zero);
        emit_select(f, limit, negative, t, limit, 2);
    }
    emit_select(f, d, sum + 2, limit, sum, 2);
}

/* By BITS_: what emits it, and what that is told. */
static const struct {
    void (*emit)(fn *f, u32 with, u32 bits, u32 d, u32 a, u32 b);
    u32 with;
} bit_operations[] = {
    [BITS_BSWAP] = {unary, WIDE_BSWAP},     [BITS_BITREVERSE] = {unary, WIDE_BITREVERSE},
    [BITS_CTPOP] = {unary, WIDE_CTPOP},     [BITS_CTLZ] = {unary, WIDE_CTLZ},
    [BITS_CTTZ] = {unary, WIDE_CTTZ},       [BITS_ABS] = {absolute, 0},
    [BITS_SMIN] = {minmax, LLVMIntSLT},     [BITS_SMAX] = {minmax, LLVMIntSGT},
    [BITS_UMIN] = {minmax, LLVMIntULT},     [BITS_UMAX] = {minmax, LLVMIntUGT},
    [BITS_SADD_SAT] = {saturate, OVF_SADD}, [BITS_SSUB_SAT] = {saturate, OVF_SSUB},
    [BITS_UADD_SAT] = {saturate, OVF_UADD}, [BITS_USUB_SAT] = {saturate, OVF_USUB},
};

void wide_bits(fn *f, u32 op, u32 bits, u32 d, u32 a, u32 b)
{
    assert(op < LENGTH(bit_operations));
    bit_operations[op].emit(f, bit_operations[op].with, bits, d, a, b);
}

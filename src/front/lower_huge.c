/* Integers above 128 bits: what packed bit-fields need.
 *
 * Such a value is a row of 64-bit registers, the lowest word first, the last one zero-extended.
 * There are the bit operations, shifts by constants, casts and tests for equality; a compiler makes
 * nothing else of bit-fields, and everything else is refused. */
#include "front/lower_state.h"

static u32 words_of(u32 bits)
{
    return (bits + 63) / 64;
}

static void refuse(fn *f, u32 bits)
{
    lower_reject(f->l, "arithmetic on an integer of %u bits is not supported; at most 128 are",
                 bits);
}

/* Cuts the last word to the width. */
static void cut_last(fn *f, u32 bits, u32 d)
{
    u32 last = d + words_of(bits) - 1;

    if (bits % 64 != 0)
        emit_xy(f, OP_TRUNC, last, last, 0, 0, bits % 64);
}

void huge_const(fn *f, u32 d, LLVMValueRef c)
{
    u32 n = words_of(LLVMGetIntTypeWidth(LLVMTypeOf(c)));
    char *printed = LLVMPrintValueToString(c), *s = strchr(printed, ' ');
    bool negative = s && s[1] == '-';
    u64 word[HUGE_WORDS] = {0};

    for (s += negative ? 2 : 1; *s >= '0' && *s <= '9'; s++) {
        u128 carry = (u128)(u32)(*s - '0');
        for (u32 i = 0; i < n; i++) {
            carry += (u128)word[i] * 10;
            word[i] = (u64)carry;
            carry >>= 64;
        }
    }
    bool borrow = negative;
    for (u32 i = 0; i < n && negative; i++) {
        word[i] = ~word[i] + borrow;
        borrow = borrow && word[i] == 0;
    }
    LLVMDisposeMessage(printed);
    for (u32 i = 0; i < n; i++)
        emit_const(f, d + i, word[i]);
    cut_last(f, LLVMGetIntTypeWidth(LLVMTypeOf(c)), d);
}

/* ---- shifts ---- */

/* d := low >> by | high << (64 - by). */
static void join(fn *f, u32 d, u32 low, u32 high, u32 by)
{
    if (by == 0) {
        emit_mov(f, d, low, 1);
        return;
    }
    u32 t = regs_scratch(f, REG_INT);
    emit(f, OP_LSHR64I, d, low, 0, by);
    emit(f, OP_SHL64I, t, high, 0, 64 - by);
    emit(f, OP_OR64, d, d, t, 0);
}

static void shift_left(fn *f, u32 bits, u32 d, u32 a, u32 by)
{
    u32 n = words_of(bits), whole = by / 64, zero = regs_scratch(f, REG_INT);

    emit_const(f, zero, 0);
    for (u32 i = 0; i < n; i++) {
        u32 high = i >= whole ? a + i - whole : zero, low = i > whole ? a + i - whole - 1 : zero;
        if (by % 64)
            join(f, d + i, low, high, 64 - by % 64);
        else
            emit_mov(f, d + i, high, 1);
    }
    cut_last(f, bits, d);
}

static void shift_right(fn *f, u32 bits, u32 d, u32 a, u32 by, bool is_signed)
{
    u32 n = words_of(bits), whole = by / 64, last = regs_scratch(f, REG_INT);
    u32 fill = regs_scratch(f, REG_INT);

    if (is_signed && bits % 64)
        emit_xy(f, OP_SEXT, last, a + n - 1, 0, bits % 64, 64);
    else
        emit_mov(f, last, a + n - 1, 1);
    if (is_signed)
        emit(f, OP_ASHR64I, fill, last, 0, 63);
    else
        emit_const(f, fill, 0);
    for (u32 i = 0; i < n; i++) {
        u32 at = i + whole;
        u32 low = at + 1 < n ? a + at : at + 1 == n ? last : fill;
        u32 high = at + 2 < n ? a + at + 1 : at + 2 == n ? last : fill;
        join(f, d + i, low, high, by % 64);
    }
    cut_last(f, bits, d);
}

static void shift(fn *f, LLVMOpcode op, u32 bits, u32 d, u32 a, LLVMValueRef by)
{
    if (!LLVMIsAConstantInt(by)) {
        refuse(f, bits);
        return;
    }
    u64 n = LLVMConstIntGetZExtValue(by);
    if (n >= bits)
        n = bits - 1;
    if (op == LLVMShl)
        shift_left(f, bits, d, a, (u32)n);
    else
        shift_right(f, bits, d, a, (u32)n, op == LLVMAShr);
}

/* ---- operations ---- */

void huge_binary(fn *f, LLVMOpcode op, u32 bits, u32 d, LLVMValueRef a, LLVMValueRef b)
{
    u32 ra = emit_reg(f, a);

    switch (op) {
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor: {
        u32 rb = emit_reg(f, b);
        for (u32 i = 0; i < words_of(bits); i++)
            insn_integer(f, op, 64, d + i, arg_reg(ra + i), arg_reg(rb + i));
        break;
    }
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        shift(f, op, bits, d, ra, b);
        break;
    default:
        refuse(f, bits);
    }
}

void huge_compare(fn *f, LLVMIntPredicate p, u32 bits, u32 d, LLVMValueRef a, LLVMValueRef b)
{
    u32 ra = emit_reg(f, a), rb = emit_reg(f, b);
    u32 any = regs_scratch(f, REG_INT), t = regs_scratch(f, REG_INT);

    if (p != LLVMIntEQ && p != LLVMIntNE) {
        refuse(f, bits);
        return;
    }
    emit_const(f, any, 0);
    for (u32 i = 0; i < words_of(bits); i++) {
        emit(f, OP_XOR64, t, ra + i, rb + i, 0);
        emit(f, OP_OR64, any, any, t, 0);
    }
    emit(f, p == LLVMIntEQ ? OP_EQI : OP_NEI, d, any, 0, 0);
}

static void widen(fn *f, bool is_signed, u32 from, u32 to, u32 d, u32 a)
{
    u32 n = words_of(from);

    emit_mov(f, d, a, n);
    if (is_signed && from % 64)
        emit_xy(f, OP_SEXT, d + n - 1, d + n - 1, 0, from % 64, 64);
    for (u32 i = n; i < words_of(to); i++) {
        if (is_signed)
            emit(f, OP_ASHR64I, d + i, d + n - 1, 0, 63);
        else
            emit_const(f, d + i, 0);
    }
    cut_last(f, to, d);
}

void huge_cast(fn *f, LLVMOpcode op, u32 from, u32 to, u32 d, u32 a)
{
    if (op == LLVMTrunc) {
        emit_mov(f, d, a, words_of(to));
        cut_last(f, to, d);
    } else {
        widen(f, op == LLVMSExt, from, to, d, a);
    }
}

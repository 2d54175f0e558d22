/* Tests of the class of a floating-point value: zero, subnormal, normal, infinite, not a number.
 *
 * Seen as unsigned numbers the bit patterns of a class are one range for each sign, and those of
 * not-a-numbers one in each half; neighbouring ranges are tested as one.  A long double has its
 * exponent in a register of its own, which tells the classes apart. */
#include "front/lower_state.h"

/* The bits of the mask. */
enum {
    CLASS_SNAN = 1,
    CLASS_QNAN = 2,
    CLASS_NEG_INF = 4,
    CLASS_NEG_NORMAL = 8,
    CLASS_NEG_SUBNORMAL = 16,
    CLASS_NEG_ZERO = 32,
    CLASS_ZERO = 64,
    CLASS_SUBNORMAL = 128,
    CLASS_NORMAL = 256,
    CLASS_INF = 512
};

typedef struct range {
    u64 low, high;
} range;

/* The ranges of one sign, without the sign bit, rising: zero, subnormal, normal, infinity,
 * signalling and quiet not-a-number. */
static void magnitude_ranges(range *r, u32 fraction_bits, u32 bits)
{
    u64 one = (u64)1 << fraction_bits, top = ((u64)1 << (bits - 1)) - 1, inf = top & ~(one - 1);

    r[0] = (range){0, 0};
    r[1] = (range){1, one - 1};
    r[2] = (range){one, inf - 1};
    r[3] = (range){inf, inf};
    r[4] = (range){inf + 1, inf + one / 2 - 1};
    r[5] = (range){inf + one / 2, top};
}

static void add_range(fn *f, u32 d, u32 v, u32 bits, range r)
{
    u32 t = regs_scratch(f, REG_INT), in = regs_scratch(f, REG_INT);

    insn_integer(f, LLVMSub, bits, t, arg_reg(v), arg_imm(r.low));
    compare_numbers(f, LLVMIntULE, bits, in, arg_reg(t), arg_imm(r.high - r.low));
    emit(f, OP_OR64, d, d, in, 0);
}

/* Ranges that touch are tested as one. */
static void class_by_ranges(fn *f, u32 d, u32 v, const piece *p, u32 mask)
{
    static const u32 positive[] = {CLASS_ZERO, CLASS_SUBNORMAL, CLASS_NORMAL,
                                   CLASS_INF,  CLASS_SNAN,      CLASS_QNAN};
    static const u32 negative[] = {CLASS_NEG_ZERO, CLASS_NEG_SUBNORMAL, CLASS_NEG_NORMAL,
                                   CLASS_NEG_INF,  CLASS_SNAN,          CLASS_QNAN};
    range r[6], open = {1, 0};
    u64 sign = (u64)1 << (p->bits - 1);

    magnitude_ranges(r, p->kind == PIECE_FLOAT ? 23 : 52, p->bits);
    emit_const(f, d, 0);
    for (u32 i = 0; i < 12; i++) {
        u64 half = i < 6 ? 0 : sign;
        if (!(mask & (i < 6 ? positive[i] : negative[i - 6])))
            continue;
        range next = {r[i % 6].low + half, r[i % 6].high + half};
        if (open.low <= open.high && open.high + 1 == next.low) {
            open.high = next.high;
            continue;
        }
        if (open.low <= open.high)
            add_range(f, d, v, p->bits, open);
        open = next;
    }
    if (open.low <= open.high)
        add_range(f, d, v, p->bits, open);
}

/* The two halves of a long double: v the significand with its integer bit, v + 1 sign and exponent.
 */
static void class_of_long(fn *f, u32 d, u32 v, u32 mask)
{
    u32 exponent = regs_scratch(f, REG_INT), sign = regs_scratch(f, REG_INT);
    u32 fraction = regs_scratch(f, REG_INT), t = regs_scratch(f, REG_INT);
    static const struct {
        u32 plus, minus;
        bool greatest, least; /* the exponent: all ones, zero, else in between */
        bool nothing;         /* no fraction bits */
    } classes[] = {
        {CLASS_SNAN | CLASS_QNAN, CLASS_SNAN | CLASS_QNAN, true, false, false},
        {CLASS_INF, CLASS_NEG_INF, true, false, true},
        {CLASS_ZERO, CLASS_NEG_ZERO, false, true, true},
        {CLASS_SUBNORMAL, CLASS_NEG_SUBNORMAL, false, true, false},
    };

    emit(f, OP_AND64I, exponent, v + 1, 0, 0x7fff);
    emit(f, OP_LSHR64I, sign, v + 1, 0, 15);
    emit(f, OP_SHL64I, fraction, v, 0, 1);
    emit_const(f, d, 0);
    for (u32 i = 0; i < LENGTH(classes); i++) {
        u32 wanted = mask & (classes[i].plus | classes[i].minus);
        if (!wanted)
            continue;
        emit(f, OP_EQI, t, exponent, 0, classes[i].greatest ? 0x7fff : 0);
        u32 part = regs_scratch(f, REG_INT);
        emit(f, classes[i].nothing ? OP_EQI : OP_NEI, part, fraction, 0, 0);
        emit(f, OP_AND64, t, t, part, 0);
        if (!(mask & classes[i].plus) || !(mask & classes[i].minus)) {
            emit(f, mask & classes[i].plus ? OP_EQI : OP_NEI, part, sign, 0, 0);
            emit(f, OP_AND64, t, t, part, 0);
        }
        emit(f, OP_OR64, d, d, t, 0);
    }
    if (!(mask & (CLASS_NORMAL | CLASS_NEG_NORMAL)))
        return;
    emit(f, OP_SUB64I, t, exponent, 0, 1);
    emit(f, OP_ULTI, t, t, 0, 0x7ffe);
    if (!(mask & CLASS_NORMAL) || !(mask & CLASS_NEG_NORMAL)) {
        emit(f, mask & CLASS_NORMAL ? OP_EQI : OP_NEI, sign, sign, 0, 0);
        emit(f, OP_AND64, t, t, sign, 0);
    }
    emit(f, OP_OR64, d, d, t, 0);
}

void fpclass_test(fn *f, u32 d, u32 v, const piece *p, u32 mask)
{
    if (p->kind == PIECE_LONG)
        class_of_long(f, d, v, mask);
    else
        class_by_ranges(f, d, v, p, mask);
}

/* LLVM's intrinsics: the table is lower_intrinsic.def, the handlers are here.
 *
 * Those that work on scalars do vectors piece by piece.  What is not in the table is named with its
 * line and ends the lowering. */
#include "front/lower_state.h"

/* ---- nothing, or nearly ---- */

static void drop(fn *f, val *x, u32 unused)
{
    (void)f, (void)x, (void)unused;
}

static void note_variable(fn *f, val *x, u32 unused)
{
    (void)unused;
    vars_note(f, x);
}

static void reject(fn *f, val *x, u32 unused)
{
    size_t n;

    (void)unused;
    lower_reject(f->l, "intrinsic '%s' is not supported",
                 LLVMGetValueName2(LLVMGetCalledValue(x->v), &n));
    if (x->shape)
        regs_dest(f, x);
}

static void constant(fn *f, val *x, u64 value)
{
    u32 d = regs_dest(f, x);

    for (u32 i = 0; i < x->shape->n; i++)
        emit_konst(f, d + x->shape->at[i].reg, &(konst){.kind = KONST_NUMBER, .lo = value},
                   &x->shape->at[i]);
}

static void zero(fn *f, val *x, u32 unused)
{
    (void)unused;
    constant(f, x, 0);
}

static void rounding(fn *f, val *x, u32 unused)
{
    (void)unused;
    constant(f, x, 1);
}

/* Unknown: 0 when the least is asked for, else the greatest. */
static void object_size(fn *f, val *x, u32 unused)
{
    bool least = LLVMConstIntGetZExtValue(LLVMGetOperand(x->v, 1)) != 0;

    (void)unused;
    constant(f, x, least ? 0 : x->shape->at[0].bits == 32 ? UINT32_MAX : UINT64_MAX);
}

static void same(fn *f, val *x, u32 unused)
{
    (void)unused;
    emit_value(f, regs_dest(f, x), LLVMGetOperand(x->v, 0));
}

static void trap(fn *f, val *x, u32 unused)
{
    (void)x, (void)unused;
    emit(f, OP_TRAP, 0, 0, 0, 0);
}

/* ---- memory ---- */

/* The alloca that a lifetime marker speaks of. */
static val *marked_alloca(fn *f, val *x)
{
    val *a = scan_val(f, LLVMGetOperand(x->v, 1));

    while (a && a->kind == VAL_FORWARD)
        a = scan_val(f, a->base);
    return a && a->opcode == LLVMAlloca ? a : NULL;
}

static void life_start(fn *f, val *x, u32 unused)
{
    val *a = marked_alloca(f, x);
    const slot *s = x->slot == NO_SLOT ? NULL : &f->slots.at[x->slot];

    (void)unused;
    if (a && a->marked && f->optimised) /* its address may have been taken before the marker */
        emit(f, OP_RESCOPE, a->reg, 0, 0, 0);
    else if (a && a->marked)
        access_alloca_here(f, a->reg, a->v);
    for (u32 i = 0; s && s->undefined && i < s->shape->nregs; i++)
        emit(f, OP_UNDEF, s->reg + i, 0, 0, 0);
}

static void life_end(fn *f, val *x, u32 unused)
{
    val *a = marked_alloca(f, x);

    (void)unused;
    if (a && a->marked)
        emit(f, OP_UNSCOPE, a->reg, 0, 0, 0);
}

static void copy(fn *f, val *x, u32 overlap)
{
    u32 to = emit_reg(f, LLVMGetOperand(x->v, 0)), from = emit_reg(f, LLVMGetOperand(x->v, 1));

    access_copy(f, to, from, emit_arg(f, LLVMGetOperand(x->v, 2), 0), overlap);
}

static void set(fn *f, val *x, u32 unused)
{
    u32 to = emit_reg(f, LLVMGetOperand(x->v, 0)), byte = emit_reg(f, LLVMGetOperand(x->v, 1));

    (void)unused;
    access_set(f, to, byte, emit_arg(f, LLVMGetOperand(x->v, 2), 0));
}

static void va_start_lower(fn *f, val *x, u32 unused)
{
    (void)unused;
    emit(f, OP_VASTART, emit_reg(f, LLVMGetOperand(x->v, 0)), 0, 0, 0);
}

static void va_copy_lower(fn *f, val *x, u32 unused)
{
    u32 to = emit_reg(f, LLVMGetOperand(x->v, 0)), from = emit_reg(f, LLVMGetOperand(x->v, 1));

    (void)unused;
    access_copy(f, to, from, arg_imm(f->l->pointer_bits == 64 ? 24 : 4), false);
}

static void stack_save(fn *f, val *x, u32 unused)
{
    (void)unused;
    emit(f, OP_STACKSAVE, regs_dest(f, x), 0, 0, 0);
}

static void stack_restore(fn *f, val *x, u32 unused)
{
    (void)unused;
    emit(f, OP_STACKRESTORE, emit_reg(f, LLVMGetOperand(x->v, 0)), 0, 0, 0);
}

static void thread_local_address(fn *f, val *x, u32 unused)
{
    (void)unused;
    emit_value(f, regs_dest(f, x), LLVMGetOperand(x->v, 0));
}

static void pointer_mask(fn *f, val *x, u32 unused)
{
    u32 d = regs_dest(f, x), bits = f->l->pointer_bits, number = regs_scratch(f, REG_INT);
    u32 pointer = emit_reg(f, LLVMGetOperand(x->v, 0));
    arg mask = emit_arg(f, LLVMGetOperand(x->v, 1), 0);

    (void)unused;
    emit_xy(f, OP_PTRTOINT, number, pointer, 0, 0, bits);
    insn_integer(f, LLVMAnd, bits, number, arg_reg(number), mask);
    emit_xy(f, OP_INTTOPTR, d, number, 0, 0, bits);
}

/* ---- integers ---- */

static void wide_minmax(fn *f, u32 op, u32 bits, u32 d, u32 a, u32 b)
{
    u32 first = regs_scratch(f, REG_INT);
    LLVMIntPredicate p = op == BITS_SMIN   ? LLVMIntSLT
                         : op == BITS_SMAX ? LLVMIntSGT
                         : op == BITS_UMIN ? LLVMIntULT
                                           : LLVMIntUGT;

    wide_compare(f, p, bits, first, a, b);
    emit_select(f, d, first, a, b, 2);
}

static void wide_abs(fn *f, u32 bits, u32 d, u32 a)
{
    u32 nought = regs_scratch_ints(f, 2), minus = regs_scratch_ints(f, 2);
    u32 negative = regs_scratch(f, REG_INT);

    wide_const(f, nought, 0, 0);
    wide_binary(f, LLVMSub, bits, minus, nought, a);
    wide_compare(f, LLVMIntSLT, bits, negative, a, nought);
    emit_select(f, d, negative, minus, a, 2);
}

static void wide_saturate(fn *f, u32 op, u32 bits, u32 d, u32 a, u32 b)
{
    u32 sum = regs_scratch_ints(f, 3), limit = regs_scratch_ints(f, 2), t = regs_scratch_ints(f, 2);
    u64 all = bits == 128 ? UINT64_MAX : ((u64)1 << (bits - 64)) - 1;
    u32 ovf = op == BITS_SADD_SAT   ? OVF_SADD
              : op == BITS_SSUB_SAT ? OVF_SSUB
              : op == BITS_UADD_SAT ? OVF_UADD
                                    : OVF_USUB;

    wide_overflow(f, ovf, bits, sum, a, b);
    if (op == BITS_UADD_SAT || op == BITS_USUB_SAT) {
        wide_const(f, limit, op == BITS_UADD_SAT ? UINT64_MAX : 0, op == BITS_UADD_SAT ? all : 0);
    } else {
        u32 negative = regs_scratch(f, REG_INT), nought = regs_scratch_ints(f, 2);
        wide_const(f, nought, 0, 0);
        wide_const(f, limit, UINT64_MAX, all >> 1);
        wide_const(f, t, 0, (all >> 1) + 1);
        wide_compare(f, LLVMIntSLT, bits, negative, a, nought);
        emit_select(f, limit, negative, t, limit, 2);
    }
    emit_select(f, d, sum + 2, limit, sum, 2);
}

static void wide_bits(fn *f, u32 op, u32 bits, u32 d, u32 a, u32 b)
{
    static const u8 unary[] = {[BITS_BSWAP] = WIDE_BSWAP,
                               [BITS_BITREVERSE] = WIDE_BITREVERSE,
                               [BITS_CTPOP] = WIDE_CTPOP,
                               [BITS_CTLZ] = WIDE_CTLZ,
                               [BITS_CTTZ] = WIDE_CTTZ};

    if (op < LENGTH(unary))
        emit_xy(f, OP_WIDE, d, a, a, unary[op], bits);
    else if (op == BITS_ABS)
        wide_abs(f, bits, d, a);
    else if (op <= BITS_UMAX)
        wide_minmax(f, op, bits, d, a, b);
    else
        wide_saturate(f, op, bits, d, a, b);
}

static void bits_piece(fn *f, u32 op, const piece *p, u32 d, u32 a, u32 b)
{
    if (p->regs == 2)
        wide_bits(f, op, p->bits, d, a, b);
    else
        emit_xy(f, OP_BITS, d, a, b, op, p->bits);
}

static void bits_unary(fn *f, val *x, u32 op)
{
    u32 d = regs_dest(f, x);

    for (u32 i = 0; i < x->shape->n; i++) {
        const piece *p = &x->shape->at[i];
        u32 a = emit_piece(f, LLVMGetOperand(x->v, 0), i);
        bits_piece(f, op, p, d + p->reg, a, a);
    }
}

static void bits_binary(fn *f, val *x, u32 op)
{
    u32 d = regs_dest(f, x);

    for (u32 i = 0; i < x->shape->n; i++) {
        const piece *p = &x->shape->at[i];
        u32 a = emit_piece(f, LLVMGetOperand(x->v, 0), i);
        bits_piece(f, op, p, d + p->reg, a, emit_piece(f, LLVMGetOperand(x->v, 1), i));
    }
}

static void funnel(fn *f, val *x, u32 right)
{
    u32 d = regs_dest(f, x);

    for (u32 i = 0; i < x->shape->n; i++) {
        const piece *p = &x->shape->at[i];
        u32 a = emit_piece(f, LLVMGetOperand(x->v, 0), i);
        u32 b = emit_piece(f, LLVMGetOperand(x->v, 1), i);
        u32 c = emit_piece(f, LLVMGetOperand(x->v, 2), i);
        if (p->regs == 2)
            wide_funnel(f, right, p->bits, d + p->reg, a, b, c);
        else
            emit_xy(f, OP_FSHIFT, d + p->reg, a, b, c, p->bits | right << 16);
    }
}

/* -1, 0 or 1. */
static void three_way(fn *f, val *x, u32 is_signed)
{
    LLVMValueRef a = LLVMGetOperand(x->v, 0), b = LLVMGetOperand(x->v, 1);
    const shape *s = shape_of(f->l, LLVMTypeOf(a));
    u32 d = regs_dest(f, x), less = regs_scratch(f, REG_INT), more = regs_scratch(f, REG_INT);
    LLVMIntPredicate lt = is_signed ? LLVMIntSLT : LLVMIntULT;
    LLVMIntPredicate gt = is_signed ? LLVMIntSGT : LLVMIntUGT;

    for (u32 i = 0; i < s->n; i++) {
        u32 ra = emit_piece(f, a, i), rb = emit_piece(f, b, i), bits = s->at[i].bits;
        if (s->at[i].regs == 2) {
            wide_compare(f, lt, bits, less, ra, rb);
            wide_compare(f, gt, bits, more, ra, rb);
        } else {
            insn_compare(f, lt, bits, less, arg_reg(ra), arg_reg(rb));
            insn_compare(f, gt, bits, more, arg_reg(ra), arg_reg(rb));
        }
        insn_integer(f, LLVMSub, x->shape->at[i].bits, d + x->shape->at[i].reg, arg_reg(more),
                     arg_reg(less));
    }
}

static void overflow(fn *f, val *x, u32 op)
{
    LLVMValueRef a = LLVMGetOperand(x->v, 0), b = LLVMGetOperand(x->v, 1);
    const shape *s = shape_of(f->l, LLVMTypeOf(a));
    u32 d = regs_dest(f, x);

    for (u32 i = 0; i < s->n; i++) {
        u32 ra = emit_piece(f, a, i), rb = emit_piece(f, b, i), regs = s->at[i].regs;
        u32 out = s->n == 1 ? d : regs_scratch_ints(f, regs + 1);
        if (regs == 2)
            wide_overflow(f, op, s->at[i].bits, out, ra, rb);
        else
            emit_xy(f, OP_OVF, out, ra, rb, op, s->at[i].bits);
        emit_mov(f, d + s->at[i].reg, out, regs);
        emit_mov(f, d + s->nregs + i, out + regs, 1);
    }
}

/* ---- floating point ---- */

static u32 float_type(piece_kind k)
{
    return k == PIECE_FLOAT ? FT_FLOAT : k == PIECE_DOUBLE ? FT_DOUBLE : FT_LONG;
}

static void maths(fn *f, val *x, u32 math)
{
    u32 d = regs_dest(f, x), n = LLVMGetNumArgOperands(x->v), regs[3] = {0};

    for (u32 i = 0; i < x->shape->n; i++) {
        const piece *p = &x->shape->at[i];
        for (u32 k = 0; k < n && k < LENGTH(regs); k++)
            regs[k] = emit_piece(f, LLVMGetOperand(x->v, k), i);
        call_math_emit(f, math, float_type(p->kind), d + p->reg, regs);
    }
}

/* Two roundings, as on a machine without a fused instruction. */
static void multiply_add(fn *f, val *x, u32 unused)
{
    u32 d = regs_dest(f, x);

    (void)unused;
    for (u32 i = 0; i < x->shape->n; i++) {
        const piece *p = &x->shape->at[i];
        u32 product = regs_scratch_ints(f, p->regs);
        insn_float(f, LLVMFMul, p->kind, product, emit_piece(f, LLVMGetOperand(x->v, 0), i),
                   emit_piece(f, LLVMGetOperand(x->v, 1), i));
        insn_float(f, LLVMFAdd, p->kind, d + p->reg, product,
                   emit_piece(f, LLVMGetOperand(x->v, 2), i));
    }
}

static void power(fn *f, val *x, u32 unused)
{
    LLVMValueRef exponent = LLVMGetOperand(x->v, 1);
    const piece *n = &shape_of(f->l, LLVMTypeOf(exponent))->at[0];
    u32 d = regs_dest(f, x), e = emit_reg(f, exponent);

    (void)unused;
    for (u32 i = 0; i < x->shape->n; i++) {
        const piece *p = &x->shape->at[i];
        u32 regs[3] = {emit_piece(f, LLVMGetOperand(x->v, 0), i), regs_scratch_ints(f, p->regs), 0};
        insn_fconv(f, FCONV_FROM_SIGNED, n, p, regs[1], e);
        call_math_emit(f, MATH_pow, float_type(p->kind), d + p->reg, regs);
    }
}

static void round_to_integer(fn *f, val *x, u32 math)
{
    LLVMValueRef v = LLVMGetOperand(x->v, 0);
    const shape *s = shape_of(f->l, LLVMTypeOf(v));
    u32 d = regs_dest(f, x);

    for (u32 i = 0; i < s->n; i++) {
        u32 a = emit_piece(f, v, i), rounded = regs_scratch_ints(f, s->at[i].regs);
        call_math_emit(f, math, float_type(s->at[i].kind), rounded, &a);
        insn_fconv(f, FCONV_TO_SIGNED, &s->at[i], &x->shape->at[i], d + x->shape->at[i].reg, rounded);
    }
}

static void saturate(fn *f, val *x, u32 conversion)
{
    LLVMValueRef v = LLVMGetOperand(x->v, 0);
    const shape *s = shape_of(f->l, LLVMTypeOf(v));
    u32 d = regs_dest(f, x);

    for (u32 i = 0; i < s->n; i++)
        insn_fconv(f, conversion, &s->at[i], &x->shape->at[i], d + x->shape->at[i].reg,
                   emit_piece(f, v, i));
}

/* ---- classes of floating-point values ---- */

/* The ten classes in the order of is.fpclass's mask; seen as unsigned numbers the bit patterns of a
 * class are one range for each sign, and for not-a-numbers one in each half. */
enum {
    CLASS_SNAN = 1, CLASS_QNAN = 2, CLASS_NEG_INF = 4, CLASS_NEG_NORMAL = 8, CLASS_NEG_SUBNORMAL = 16,
    CLASS_NEG_ZERO = 32, CLASS_ZERO = 64, CLASS_SUBNORMAL = 128, CLASS_NORMAL = 256, CLASS_INF = 512
};

typedef struct range {
    u64 low, high;
} range;

/* The ranges of one sign, without the sign bit, rising: zero, subnormal, normal, infinity, signalling
 * and quiet not-a-number. */
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
    insn_compare(f, LLVMIntULE, bits, in, arg_reg(t), arg_imm(r.high - r.low));
    emit(f, OP_OR64, d, d, in, 0);
}

/* Ranges that touch are tested as one. */
static void class_by_ranges(fn *f, u32 d, u32 v, const piece *p, u32 mask)
{
    static const u32 positive[] = {CLASS_ZERO, CLASS_SUBNORMAL, CLASS_NORMAL, CLASS_INF,
                                   CLASS_SNAN, CLASS_QNAN};
    static const u32 negative[] = {CLASS_NEG_ZERO, CLASS_NEG_SUBNORMAL, CLASS_NEG_NORMAL,
                                   CLASS_NEG_INF, CLASS_SNAN, CLASS_QNAN};
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

/* The two halves of a long double: v the significand with its integer bit, v + 1 sign and exponent. */
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

static void float_class(fn *f, val *x, u32 unused)
{
    LLVMValueRef v = LLVMGetOperand(x->v, 0);
    const shape *s = shape_of(f->l, LLVMTypeOf(v));
    u32 mask = (u32)LLVMConstIntGetZExtValue(LLVMGetOperand(x->v, 1)), d = regs_dest(f, x);

    (void)unused;
    for (u32 i = 0; i < s->n; i++) {
        u32 a = emit_piece(f, v, i);
        if (s->at[i].kind == PIECE_LONG)
            class_of_long(f, d + i, a, mask);
        else
            class_by_ranges(f, d + i, a, &s->at[i], mask);
    }
}

/* ---- reductions ---- */

static void reduce(fn *f, val *x, u32 op)
{
    LLVMValueRef v = LLVMGetOperand(x->v, 0);
    u32 d = regs_dest(f, x), n = shape_of(f->l, LLVMTypeOf(v))->n;
    const piece *p = &x->shape->at[0];

    emit_piece_into(f, d, v, 0);
    for (u32 i = 1; i < n; i++) {
        if (p->regs == 2)
            wide_binary(f, (LLVMOpcode)op, p->bits, d, d, emit_piece(f, v, i));
        else
            insn_integer(f, (LLVMOpcode)op, p->bits, d, arg_reg(d), emit_arg(f, v, i));
    }
}

static void reduce_bits(fn *f, val *x, u32 op)
{
    LLVMValueRef v = LLVMGetOperand(x->v, 0);
    u32 d = regs_dest(f, x), n = shape_of(f->l, LLVMTypeOf(v))->n;

    emit_piece_into(f, d, v, 0);
    for (u32 i = 1; i < n; i++)
        bits_piece(f, op, &x->shape->at[0], d, d, emit_piece(f, v, i));
}

/* These have a start value and go in order. */
static void reduce_float(fn *f, val *x, u32 op)
{
    LLVMValueRef v = LLVMGetOperand(x->v, 1);
    u32 d = regs_dest(f, x), n = shape_of(f->l, LLVMTypeOf(v))->n;

    emit_value(f, d, LLVMGetOperand(x->v, 0));
    for (u32 i = 0; i < n; i++)
        insn_float(f, (LLVMOpcode)op, x->shape->at[0].kind, d, d, emit_piece(f, v, i));
}

static void reduce_maths(fn *f, val *x, u32 math)
{
    LLVMValueRef v = LLVMGetOperand(x->v, 0);
    u32 d = regs_dest(f, x), n = shape_of(f->l, LLVMTypeOf(v))->n;

    emit_piece_into(f, d, v, 0);
    for (u32 i = 1; i < n; i++) {
        u32 regs[3] = {d, emit_piece(f, v, i), 0};
        call_math_emit(f, math, float_type(x->shape->at[0].kind), d, regs);
    }
}

/* ---- the table ---- */

typedef struct intrinsic {
    const char *name;
    void (*handler)(fn *f, val *x, u32 parameter);
    u32 parameter;
} intrinsic;

static const intrinsic table[] = {
#define INTRINSIC(name, handler, parameter) {name, handler, parameter},
#include "front/lower_intrinsic.def"
};

/* Is `name` the entry's, followed by the types? */
static bool matches(const char *name, const char *entry)
{
    size_t n = strlen(entry);

    return strncmp(name, entry, n) == 0 && (name[n] == 0 || name[n] == '.');
}

static u32 look_up(const char *name)
{
    u32 best = LENGTH(table);

    for (u32 i = 0; i < LENGTH(table); i++)
        if (matches(name, table[i].name) &&
            (best == LENGTH(table) || strlen(table[i].name) > strlen(table[best].name)))
            best = i;
    return best;
}

static u32 find(lower *l, LLVMValueRef callee)
{
    u64 known;
    size_t n;

    if (map_get(&l->intrinsics, callee, &known))
        return (u32)known;
    u32 i = look_up(LLVMGetValueName2(callee, &n) + strlen("llvm."));
    map_put(&l->intrinsics, callee, i);
    return i;
}

static bool works_on_huge(fn *f, val *x)
{
    for (u32 i = 0; i < LLVMGetNumArgOperands(x->v); i++) {
        const shape *s = shape_of(f->l, LLVMTypeOf(LLVMGetOperand(x->v, i)));
        if (s->n && s->at[0].regs > 2)
            return true;
    }
    return false;
}

void intrinsic_lower(fn *f, val *x, LLVMValueRef callee)
{
    u32 i = find(f->l, callee);

    if (i == LENGTH(table) || works_on_huge(f, x))
        reject(f, x, 0);
    else
        table[i].handler(f, x, table[i].parameter);
}

bool intrinsic_is(LLVMValueRef v, const char *prefix)
{
    LLVMValueRef callee = LLVMGetCalledValue(v);
    size_t n;

    if (!LLVMIsAFunction(callee) || !LLVMGetIntrinsicID(callee))
        return false;
    return strncmp(LLVMGetValueName2(callee, &n) + strlen("llvm."), prefix, strlen(prefix)) == 0;
}

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

static void note_label(fn *f, val *x, u32 unused)
{
    (void)unused;
    places_label(f, x);
}

static void reject(fn *f, val *x, u32 unused)
{
    size_t n;

    (void)unused;
    lower_reject(f->l, "intrinsic '%s' is not supported; leave it out where __HEDDLE__ is defined",
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
        emit(f, OP_UNSCOPE, a->reg, 0, 0, !f->optimised);
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

/* What pthread_self has, as glibc does it. */
static void thread_pointer(fn *f, val *x, u32 unused)
{
    (void)unused;
    emit_xy(f, OP_BUILTIN, regs_dest(f, x), 0, 0, f->out->operands.n, BI_thread);
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
            compare_numbers(f, lt, bits, less, arg_reg(ra), arg_reg(rb));
            compare_numbers(f, gt, bits, more, arg_reg(ra), arg_reg(rb));
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
        insn_fconv(f, FCONV_TO_SIGNED, &s->at[i], &x->shape->at[i], d + x->shape->at[i].reg,
                   rounded);
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

static void float_class(fn *f, val *x, u32 unused)
{
    LLVMValueRef v = LLVMGetOperand(x->v, 0);
    const shape *s = shape_of(f->l, LLVMTypeOf(v));
    u32 mask = (u32)LLVMConstIntGetZExtValue(LLVMGetOperand(x->v, 1)), d = regs_dest(f, x);

    (void)unused;
    for (u32 i = 0; i < s->n; i++)
        fpclass_test(f, d + i, emit_piece(f, v, i), &s->at[i], mask);
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

/* What a landing pad's second part is where it caught this type. */
static void type_number(fn *f, val *x, u32 parameter)
{
    (void)parameter;
    emit_const(f, regs_dest(f, x), unwind_type(f->l, LLVMGetOperand(x->v, 0)));
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

    if (map_get(&l->intrinsics, map_key(callee), &known))
        return (u32)known;
    u32 i = look_up(LLVMGetValueName2(callee, &n) + strlen("llvm."));
    map_put(&l->intrinsics, map_key(callee), i);
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

/* Arithmetic, comparisons, casts and selections, scalar by scalar.
 *
 * Vectors are done piece by piece.  Every function here writes its destination last, after all
 * operands were read, because the destination of a single-register result may be the slot that an
 * operand is read from. */
#include "front/demangle.h"
#include "front/lower_state.h"

/* ---- integers ---- */

/* The five opcodes of a binary operation follow one another: 64, 32, any width, and the first two
 * with a constant. */
enum { VARIANT_64, VARIANT_32, VARIANT_N, VARIANT_64I, VARIANT_32I };

static u32 integer_base(LLVMOpcode op)
{
    switch (op) {
    case LLVMAdd:
        return OP_ADD64;
    case LLVMSub:
        return OP_SUB64;
    case LLVMMul:
        return OP_MUL64;
    case LLVMAnd:
        return OP_AND64;
    case LLVMOr:
        return OP_OR64;
    case LLVMXor:
        return OP_XOR64;
    case LLVMShl:
        return OP_SHL64;
    case LLVMLShr:
        return OP_LSHR64;
    case LLVMAShr:
        return OP_ASHR64;
    case LLVMUDiv:
        return OP_UDIV64;
    case LLVMSDiv:
        return OP_SDIV64;
    case LLVMURem:
        return OP_UREM64;
    case LLVMSRem:
        return OP_SREM64;
    default:
        die("opcode %d is no integer operation", (int)op);
    }
}

static bool commutes(LLVMOpcode op)
{
    return op == LLVMAdd || op == LLVMMul || op == LLVMAnd || op == LLVMOr || op == LLVMXor;
}

static bool shifts(LLVMOpcode op)
{
    return op == LLVMShl || op == LLVMLShr || op == LLVMAShr;
}

/* On zero-extended operands the 64-bit operation gives the narrow result. */
static bool width_free(LLVMOpcode op, u32 bits, u64 imm)
{
    switch (op) {
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMUDiv:
    case LLVMURem:
        return true;
    case LLVMLShr:
        return imm < bits;
    default:
        return false;
    }
}

/* The optimiser may compute a shift that is too far when the result is not used. */
static arg shift_amount(fn *f, u32 bits, arg b)
{
    if (!f->optimised || b.constant || (bits & (bits - 1)) != 0)
        return b;
    u32 cut = regs_scratch(f, REG_INT);
    emit(f, OP_AND64I, cut, b.reg, 0, bits - 1);
    return arg_reg(cut);
}

void insn_integer(fn *f, LLVMOpcode op, u32 bits, u32 d, arg a, arg b)
{
    u32 base = integer_base(op);

    if (a.constant && !b.constant && commutes(op)) {
        arg t = a;
        a = b;
        b = t;
    }
    u32 ra = emit_arg_reg(f, a);
    if (shifts(op))
        b = shift_amount(f, bits, b);
    if (b.constant && bits == 64)
        emit(f, base + VARIANT_64I, d, ra, 0, b.imm);
    else if (b.constant && bits == 32)
        emit(f, base + VARIANT_32I, d, ra, 0, b.imm);
    else if (b.constant && width_free(op, bits, b.imm))
        emit(f, base + VARIANT_64I, d, ra, 0, b.imm);
    else if (bits == 64)
        emit(f, base + VARIANT_64, d, ra, emit_arg_reg(f, b), 0);
    else if (bits == 32)
        emit(f, base + VARIANT_32, d, ra, emit_arg_reg(f, b), 0);
    else
        emit_xy(f, base + VARIANT_N, d, ra, emit_arg_reg(f, b), 0, bits);
}

static bool checks_overflow(fn *f, LLVMOpcode op, LLVMValueRef v)
{
    if (!f->l->o.overflow || f->out->runtime || !LLVMIsAInstruction(v))
        return false;
    return (op == LLVMAdd || op == LLVMSub || op == LLVMMul || op == LLVMShl) && LLVMGetNSW(v);
}

static void checked_integer(fn *f, LLVMOpcode op, u32 bits, u32 d, arg a, arg b)
{
    u32 code = op == LLVMAdd   ? OP_ADDV
               : op == LLVMSub ? OP_SUBV
               : op == LLVMMul ? OP_MULV
                               : OP_SHLV;
    u32 ra = emit_arg_reg(f, a), rb = emit_arg_reg(f, b);

    emit_xy(f, code, d, ra, rb, 0, bits);
}

/* ---- floating point ---- */

static u32 by_kind(piece_kind k, u32 single, u32 real, u32 extended)
{
    return k == PIECE_FLOAT ? single : k == PIECE_DOUBLE ? real : extended;
}

static u32 float_opcode(LLVMOpcode op, piece_kind k)
{
    switch (op) {
    case LLVMFAdd:
        return by_kind(k, OP_FADDF, OP_FADDD, OP_FADDL);
    case LLVMFSub:
        return by_kind(k, OP_FSUBF, OP_FSUBD, OP_FSUBL);
    case LLVMFMul:
        return by_kind(k, OP_FMULF, OP_FMULD, OP_FMULL);
    case LLVMFDiv:
        return by_kind(k, OP_FDIVF, OP_FDIVD, OP_FDIVL);
    case LLVMFRem:
        return by_kind(k, OP_FREMF, OP_FREMD, OP_FREML);
    case LLVMFNeg:
        return by_kind(k, OP_FNEGF, OP_FNEGD, OP_FNEGL);
    default:
        die("opcode %d is no floating-point operation", (int)op);
    }
}

void insn_float(fn *f, LLVMOpcode op, piece_kind k, u32 d, u32 a, u32 b)
{
    emit(f, float_opcode(op, k), d, a, b, 0);
}

static void fneg(fn *f, val *x, u32 d)
{
    LLVMValueRef a = LLVMGetOperand(x->v, 0);

    for (u32 i = 0; i < x->shape->n; i++)
        insn_float(f, LLVMFNeg, x->shape->at[i].kind, d + x->shape->at[i].reg, emit_piece(f, a, i),
                   0);
}

/* ---- binary operations ---- */

static void difference(fn *f, val *x, u32 d)
{
    u32 a = emit_reg(f, LLVMGetOperand(LLVMGetOperand(x->v, 0), 0));
    u32 b = emit_reg(f, LLVMGetOperand(LLVMGetOperand(x->v, 1), 0));

    emit_xy(f, OP_PSUB, d, a, b, 0, x->shape->at[0].bits);
}

static void binary(fn *f, LLVMOpcode op, LLVMValueRef v, u32 d)
{
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    const shape *s = shape_of(f->l, LLVMTypeOf(v));

    for (u32 i = 0; i < s->n; i++) {
        const piece *p = &s->at[i];
        if (p->kind != PIECE_INT)
            insn_float(f, op, p->kind, d + p->reg, emit_piece(f, a, i), emit_piece(f, b, i));
        else if (p->regs > 2)
            huge_binary(f, op, p->bits, d + p->reg, a, b);
        else if (p->regs == 2)
            wide_binary(f, op, p->bits, d + p->reg, emit_piece(f, a, i), emit_piece(f, b, i));
        else if (checks_overflow(f, op, v))
            checked_integer(f, op, p->bits, d + p->reg, emit_arg(f, a, i), emit_arg(f, b, i));
        else
            insn_integer(f, op, p->bits, d + p->reg, emit_arg(f, a, i), emit_arg(f, b, i));
    }
}

/* ---- casts ---- */

static u32 float_type(piece_kind k)
{
    return by_kind(k, FT_FLOAT, FT_DOUBLE, FT_LONG);
}

void insn_fconv(fn *f, u32 conversion, const piece *from, const piece *to, u32 d, u32 a)
{
    bool from_float = from->kind != PIECE_INT, to_float = to->kind != PIECE_INT;
    u32 x = conversion, y = !from_float ? from->bits : !to_float ? to->bits : 0;

    if (from_float)
        x |= float_type(from->kind) << 8;
    if (to_float)
        x |= float_type(to->kind) << 16;
    emit_xy(f, OP_FCONV, d, a, 0, x, y);
}

/* The optimiser may convert what is out of range when the result is not used. */
static u32 conversion_of(const fn *f, LLVMOpcode op)
{
    u32 checked = f->optimised ? 0 : FCONV_CHECKED;

    switch (op) {
    case LLVMFPToUI:
        return FCONV_TO_UNSIGNED | checked;
    case LLVMFPToSI:
        return FCONV_TO_SIGNED | checked;
    case LLVMUIToFP:
        return FCONV_FROM_UNSIGNED;
    case LLVMSIToFP:
        return FCONV_FROM_SIGNED;
    default:
        return FCONV_FLOAT;
    }
}

static void pointer_to_integer(fn *f, const piece *to, u32 d, u32 a)
{
    u32 bits = to->bits < f->l->pointer_bits ? to->bits : f->l->pointer_bits;

    emit_xy(f, OP_PTRTOINT, d, a, 0, 0, bits);
    if (to->regs == 2)
        emit_const(f, d + 1, 0);
}

static void integer_to_pointer(fn *f, const piece *from, u32 d, u32 a)
{
    u32 bits = from->bits;

    if (bits > f->l->pointer_bits) {
        bits = f->l->pointer_bits;
        if (bits == 32) {
            u32 cut = regs_scratch(f, REG_INT);
            emit_xy(f, OP_TRUNC, cut, a, 0, 0, bits);
            a = cut;
        }
    }
    emit_xy(f, OP_INTTOPTR, d, a, 0, 0, bits);
}

static void cast_piece(fn *f, LLVMOpcode op, const piece *from, const piece *to, u32 d, u32 a)
{
    switch (op) {
    case LLVMTrunc:
    case LLVMSExt:
    case LLVMZExt:
        if (from->regs > 2 || to->regs > 2)
            huge_cast(f, op, from->bits, to->bits, d, a);
        else if (from->regs == 2 || to->regs == 2)
            wide_cast(f, op, from->bits, to->bits, d, a);
        else if (op == LLVMTrunc)
            emit_xy(f, OP_TRUNC, d, a, 0, 0, to->bits);
        else if (op == LLVMSExt)
            emit_xy(f, OP_SEXT, d, a, 0, from->bits, to->bits);
        else
            emit_mov(f, d, a, 1);
        break;
    case LLVMPtrToInt:
        pointer_to_integer(f, to, d, a);
        break;
    case LLVMIntToPtr:
        integer_to_pointer(f, from, d, a);
        break;
    default:
        if (from->regs > 2 || to->regs > 2)
            lower_reject(f->l, "a conversion of %u to %u bits is not supported", from->bits,
                         to->bits);
        else
            insn_fconv(f, conversion_of(f, op), from, to, d, a);
    }
}

static void cast(fn *f, LLVMOpcode op, LLVMValueRef v, u32 d)
{
    LLVMValueRef from = LLVMGetOperand(v, 0);
    const shape *s = shape_of(f->l, LLVMTypeOf(from)), *to = shape_of(f->l, LLVMTypeOf(v));

    if (op == LLVMBitCast) {
        vector_bitcast(f, d, to, from);
        return;
    }
    for (u32 i = 0; i < to->n; i++)
        cast_piece(f, op, &s->at[i], &to->at[i], d + to->at[i].reg, emit_piece(f, from, i));
}

/* ---- selections ---- */

static void select_lower(fn *f, val *x, u32 d)
{
    LLVMValueRef cond = LLVMGetOperand(x->v, 0);
    LLVMValueRef yes = LLVMGetOperand(x->v, 1), no = LLVMGetOperand(x->v, 2);
    bool each = LLVMGetTypeKind(LLVMTypeOf(cond)) == LLVMVectorTypeKind;

    if (!each) {
        u32 c = emit_reg(f, cond), a = emit_reg(f, yes), b = emit_reg(f, no);
        emit_select(f, d, c, a, b, x->shape->nregs);
        return;
    }
    for (u32 i = 0; i < x->shape->n; i++) {
        const piece *p = &x->shape->at[i];
        emit_select(f, d + p->reg, emit_piece(f, cond, i), emit_piece(f, yes, i),
                    emit_piece(f, no, i), p->regs);
    }
}

/* Any value will do for what is undefined; others need no freezing and have no code. */
static void freeze_constant(fn *f, val *x, u32 d)
{
    LLVMValueRef c = LLVMGetOperand(x->v, 0);

    for (u32 i = 0; i < x->shape->n; i++) {
        const piece *p = &x->shape->at[i];
        if (LLVMIsUndef(konst_leaf(f->l, c, i)))
            emit_konst(f, d + p->reg, &(konst){.kind = KONST_NUMBER}, p);
        else
            emit_mov(f, d + p->reg, emit_piece(f, c, i), p->regs);
    }
}

/* ---- dispatch ---- */

static void reject_opcode(fn *f, val *x)
{
    char *printed = LLVMPrintValueToString(x->v);

    lower_reject(f->l, "instruction '%.80s' is not supported", printed);
    LLVMDisposeMessage(printed);
}

static void computation(fn *f, val *x)
{
    u32 d = regs_dest(f, x);

    switch (x->opcode) {
    case LLVMICmp:
        compare_integers(f, x, d);
        break;
    case LLVMFCmp:
        compare_floats(f, x, d);
        break;
    case LLVMFNeg:
        fneg(f, x, d);
        break;
    case LLVMSelect:
        select_lower(f, x, d);
        break;
    case LLVMFreeze:
        freeze_constant(f, x, d);
        break;
    case LLVMGetElementPtr:
        access_gep(f, d, x->v);
        break;
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMFPToUI:
    case LLVMFPToSI:
    case LLVMUIToFP:
    case LLVMSIToFP:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
        cast(f, x->opcode, x->v, d);
        break;
    default:
        if (!LLVMIsABinaryOperator(x->v))
            reject_opcode(f, x);
        else if (x->difference)
            difference(f, x, d);
        else
            binary(f, x->opcode, x->v, d);
    }
}

static bool weaker(LLVMAtomicOrdering o)
{
    return o != LLVMAtomicOrderingNotAtomic && o != LLVMAtomicOrderingSequentiallyConsistent;
}

/* Has C++'s static variable its value?  Nobody wrote that load. */
static bool looks_at_guard(LLVMValueRef load)
{
    size_t n;

    return strncmp(LLVMGetValueName2(LLVMGetOperand(load, 0), &n), "_ZGV", 4) == 0;
}

/* A call of C++'s library with a std::memory_order, which is its last argument, is an atomic
 * operation as long as no optimiser has inlined it. */
static bool asks_weaker(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call), last;
    u32 given = LLVMGetNumArgOperands(call);
    size_t n;
    const char *name = LLVMGetValueName2(callee, &n);
    char *plain =
        LLVMIsAFunction(callee) && strstr(name, "St12memory_order") ? demangle(name, true) : NULL;
    bool is = plain && given && strncmp(plain, "std::", strlen("std::")) == 0;

    mem_free(plain);
    last = is ? LLVMGetOperand(call, given - 1) : NULL;
    return is && LLVMIsAConstantInt(last) && LLVMConstIntGetZExtValue(last) < __ATOMIC_SEQ_CST;
}

static bool users_code(const fn *f)
{
    const program *p = f->l->p;

    return !f->out->runtime ||
           (f->out->hosts && f->loc.line && !program_header(p->files.at[f->loc.file]));
}

/* The machine takes every order for seq_cst: the verdict is to say so. */
static void note_order(fn *f, const val *x)
{
    bool weak = false;

    if (f->l->p->weak_order.line || !users_code(f))
        return;
    switch (x->opcode) {
    case LLVMCall:
    case LLVMInvoke:
        weak = asks_weaker(x->v);
        break;
    case LLVMLoad:
        weak = weaker(LLVMGetOrdering(x->v)) && !looks_at_guard(x->v);
        break;
    case LLVMStore:
    case LLVMAtomicRMW:
    case LLVMFence:
        weak = weaker(LLVMGetOrdering(x->v));
        break;
    case LLVMAtomicCmpXchg:
        weak = weaker(LLVMGetCmpXchgSuccessOrdering(x->v));
        break;
    default:
        break;
    }
    if (weak)
        f->l->p->weak_order = f->loc;
}

void insn_lower(fn *f, val *x)
{
    if (x->kind != VAL_OWN)
        return;
    note_order(f, x);
    switch (x->opcode) {
    case LLVMPHI:
        break;
    case LLVMFence:
        access_fence(f, x);
        break;
    case LLVMAlloca:
        access_alloca(f, x);
        break;
    case LLVMLoad:
        access_load(f, x);
        break;
    case LLVMStore:
        access_store(f, x);
        break;
    case LLVMAtomicRMW:
        access_rmw(f, x);
        break;
    case LLVMAtomicCmpXchg:
        access_cmpxchg(f, x);
        break;
    case LLVMCall:
        call_lower(f, x);
        break;
    case LLVMLandingPad:
        unwind_landing(f, x);
        break;
    case LLVMInsertValue:
    case LLVMInsertElement:
        vector_insert(f, x);
        break;
    case LLVMExtractValue:
    case LLVMExtractElement:
        vector_extract(f, x);
        break;
    case LLVMShuffleVector:
        vector_shuffle(f, x);
        break;
    default:
        computation(f, x);
    }
}

void insn_expression(fn *f, u32 reg, LLVMValueRef c)
{
    LLVMOpcode op = LLVMIsAConstantExpr(c) ? LLVMGetConstOpcode(c) : LLVMUserOp1;

    switch (op) {
    case LLVMGetElementPtr:
        access_gep(f, reg, c);
        break;
    case LLVMTrunc:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
        cast(f, op, c, reg);
        break;
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMXor:
        binary(f, op, c, reg);
        break;
    default: {
        if (LLVMIsAConstantInt(c)) {
            huge_const(f, reg, c);
            return;
        }
        char *printed = LLVMPrintValueToString(c);
        lower_reject(f->l, "constant '%.80s' is not supported", printed);
        LLVMDisposeMessage(printed);
    }
    }
}

/* Instructions and operands.
 *
 * Whatever an instruction needs as an operand is asked for here: a value's registers, a constant
 * put into a scratch register, an address as register and offset.  Jumps hold label numbers until
 * the function is complete. */
#include "front/lower_state.h"

u32 emit(fn *f, u32 op, u32 a, u32 b, u32 c, u64 imm)
{
    insn i = {.op = (u16)op, .a = (u16)a, .b = (u16)b, .c = (u16)c, .imm = imm};

    vec_push(&f->code, i);
    vec_push(&f->where, f->loc);
    vec_push(&f->guessed, f->guessing);
    return f->code.n - 1;
}

u32 emit_xy(fn *f, u32 op, u32 a, u32 b, u32 c, u32 x, u32 y)
{
    return emit(f, op, a, b, c, (u64)y << 32 | x);
}

void emit_const(fn *f, u32 reg, u64 value)
{
    emit(f, OP_CONST, reg, 0, 0, value);
}

void emit_mov(fn *f, u32 to, u32 from, u32 n)
{
    for (u32 i = 0; i < n && to != from; i++)
        emit(f, OP_MOV, to + i, from + i, 0, 0);
}

static void emit_label_address(fn *f, u32 reg, const konst *k)
{
    label_fix fix = {.func = f->index, .label = k->label, .other = k->other};

    fix.pc = emit(f, OP_CONST, reg, 0, 0, k->lo);
    vec_push(&f->l->fixes, fix);
}

static void emit_pointer(fn *f, u32 reg, const konst *k, const piece *p)
{
    u32 pointer = p->kind == PIECE_PTR ? reg : regs_scratch(f, REG_PTR);

    switch (k->kind) {
    case KONST_POINTER:
        emit_const(f, pointer, POINTER(k->object, k->offset));
        break;
    case KONST_TLS:
        emit(f, OP_TLS, pointer, 0, 0, (u64)k->offset);
        break;
    default:
        emit_label_address(f, pointer, k);
    }
    if (pointer != reg)
        emit_xy(f, OP_PTRTOINT, reg, pointer, 0, 0, p->bits);
}

void emit_konst(fn *f, u32 reg, const konst *k, const piece *p)
{
    switch (k->kind) {
    case KONST_NUMBER:
        emit_const(f, reg, k->lo);
        if (p->regs == 2)
            emit_const(f, reg + 1, k->hi);
        break;
    case KONST_UNDEF:
        for (u32 i = 0; i < p->regs; i++)
            emit(f, OP_UNDEF, reg + i, 0, 0, 0);
        break;
    case KONST_DIFF:
        emit_label_address(f, reg, k);
        break;
    default:
        emit_pointer(f, reg, k, p);
        if (p->regs == 2)
            emit_const(f, reg + 1, 0);
    }
}

/* Piece i of constant c into the piece's registers, the first of which is reg. */
static void emit_constant_piece(fn *f, u32 reg, LLVMValueRef c, const shape *s, u32 i)
{
    LLVMValueRef leaf = konst_leaf(f->l, c, i);
    konst k = konst_eval(f->l, leaf);

    if (k.kind == KONST_OTHER)
        insn_expression(f, reg, leaf);
    else
        emit_konst(f, reg, &k, &s->at[i]);
}

void emit_value(fn *f, u32 reg, LLVMValueRef v)
{
    const shape *s = shape_of(f->l, LLVMTypeOf(v));

    if (scan_val(f, v)) {
        emit_mov(f, reg, emit_reg(f, v), s->nregs);
        return;
    }
    for (u32 i = 0; i < s->n; i++)
        emit_constant_piece(f, reg + s->at[i].reg, v, s, i);
}

static u32 emit_val_reg(fn *f, val *x)
{
    u32 reg;

    switch (x->kind) {
    case VAL_OWN:
        if (x->fused)
            return f->slots.at[x->slot].reg;
        if (x->reg == NO_REG)
            die("a value of %s is used before it is computed", f->out->name);
        return x->reg;
    case VAL_FORWARD:
        return emit_reg(f, x->base) + (u32)x->offset;
    case VAL_ALIAS:
        return f->slots.at[x->slot].reg;
    case VAL_ADDRESS:
        reg = regs_scratch(f, REG_PTR);
        emit(f, OP_PADDI, reg, emit_reg(f, x->base), 0, (u64)x->offset);
        return reg;
    default:
        die("a value of %s has no register", f->out->name);
    }
}

u32 emit_reg(fn *f, LLVMValueRef v)
{
    val *x = scan_val(f, v);

    if (x)
        return emit_val_reg(f, x);
    const shape *s = shape_of(f->l, LLVMTypeOf(v));
    u32 reg = regs_scratch_run(f, s->classes, s->nregs);
    emit_value(f, reg, v);
    return reg;
}

u32 emit_piece(fn *f, LLVMValueRef v, u32 i)
{
    const shape *s = shape_of(f->l, LLVMTypeOf(v));

    if (scan_val(f, v))
        return emit_reg(f, v) + s->at[i].reg;
    u32 reg = regs_scratch_run(f, s->classes + s->at[i].reg, s->at[i].regs);
    emit_constant_piece(f, reg, v, s, i);
    return reg;
}

void emit_piece_into(fn *f, u32 reg, LLVMValueRef v, u32 i)
{
    const shape *s = shape_of(f->l, LLVMTypeOf(v));

    if (scan_val(f, v))
        emit_mov(f, reg, emit_reg(f, v) + s->at[i].reg, s->at[i].regs);
    else
        emit_constant_piece(f, reg, v, s, i);
}

arg emit_arg(fn *f, LLVMValueRef v, u32 i)
{
    if (scan_val(f, v) || shape_of(f->l, LLVMTypeOf(v))->at[i].kind == PIECE_PTR)
        return arg_reg(emit_piece(f, v, i));
    konst k = konst_eval(f->l, konst_leaf(f->l, v, i));
    return k.kind == KONST_NUMBER ? arg_imm(k.lo) : arg_reg(emit_piece(f, v, i));
}

u32 emit_arg_reg(fn *f, arg a)
{
    if (!a.constant)
        return a.reg;
    u32 reg = regs_scratch(f, REG_INT);
    emit_const(f, reg, a.imm);
    return reg;
}

address emit_address(fn *f, LLVMValueRef pointer)
{
    i64 offset = 0;
    val *x = scan_val(f, pointer);

    while (x && x->kind == VAL_ADDRESS) {
        offset += x->offset;
        pointer = x->base;
        x = scan_val(f, pointer);
    }
    u32 reg = emit_reg(f, pointer);
    if (offset == (i32)offset)
        return (address){reg, (i32)offset};
    u32 sum = regs_scratch(f, REG_PTR);
    emit(f, OP_PADDI, sum, reg, 0, (u64)offset);
    return (address){sum, 0};
}

u32 emit_label(fn *f)
{
    vec_push(&f->labels, UINT32_MAX);
    return f->labels.n - 1;
}

void emit_place(fn *f, u32 label)
{
    f->labels.at[label] = f->code.n;
}

void emit_select(fn *f, u32 d, u32 cond, u32 yes, u32 no, u32 n)
{
    for (u32 i = 0; i < n; i++)
        emit_xy(f, OP_SELECT, d + i, cond, yes + i, no + i, 0);
}

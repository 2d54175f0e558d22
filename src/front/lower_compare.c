/* Comparisons of integers, pointers and floating-point numbers, scalar by scalar.
 *
 * The machine has "less" and "less or equal" for registers, and all orders for constants; the rest
 * is the same with the operands exchanged. */
#include "front/lower_state.h"

/* ---- comparisons of integers ---- */

typedef struct comparison {
    bool swap; /* a > b is b < a */
    u16 reg64, reg32, regn;
    u16 imm64, imm32; /* 0: none */
} comparison;

static comparison comparison_of(LLVMIntPredicate p)
{
    switch (p) {
    case LLVMIntEQ:
        return (comparison){false, OP_EQ, OP_EQ, OP_EQ, OP_EQI, OP_EQI};
    case LLVMIntNE:
        return (comparison){false, OP_NE, OP_NE, OP_NE, OP_NEI, OP_NEI};
    case LLVMIntULT:
        return (comparison){false, OP_ULT, OP_ULT, OP_ULT, OP_ULTI, OP_ULTI};
    case LLVMIntULE:
        return (comparison){false, OP_ULE, OP_ULE, OP_ULE, OP_ULEI, OP_ULEI};
    case LLVMIntUGT:
        return (comparison){true, OP_ULT, OP_ULT, OP_ULT, OP_UGTI, OP_UGTI};
    case LLVMIntUGE:
        return (comparison){true, OP_ULE, OP_ULE, OP_ULE, OP_UGEI, OP_UGEI};
    case LLVMIntSLT:
        return (comparison){false, OP_SLT64, OP_SLT32, OP_SLTN, OP_SLT64I, OP_SLT32I};
    case LLVMIntSLE:
        return (comparison){false, OP_SLE64, OP_SLE32, OP_SLEN, OP_SLE64I, OP_SLE32I};
    case LLVMIntSGT:
        return (comparison){true, OP_SLT64, OP_SLT32, OP_SLTN, OP_SGT64I, OP_SGT32I};
    default:
        return (comparison){true, OP_SLE64, OP_SLE32, OP_SLEN, OP_SGE64I, OP_SGE32I};
    }
}

static bool is_signed(LLVMIntPredicate p)
{
    return p == LLVMIntSLT || p == LLVMIntSLE || p == LLVMIntSGT || p == LLVMIntSGE;
}

static LLVMIntPredicate mirrored(LLVMIntPredicate p)
{
    switch (p) {
    case LLVMIntUGT:
        return LLVMIntULT;
    case LLVMIntUGE:
        return LLVMIntULE;
    case LLVMIntULT:
        return LLVMIntUGT;
    case LLVMIntULE:
        return LLVMIntUGE;
    case LLVMIntSGT:
        return LLVMIntSLT;
    case LLVMIntSGE:
        return LLVMIntSLE;
    case LLVMIntSLT:
        return LLVMIntSGT;
    case LLVMIntSLE:
        return LLVMIntSGE;
    default:
        return p;
    }
}

void compare_numbers(fn *f, LLVMIntPredicate p, u32 bits, u32 d, arg a, arg b)
{
    if (a.constant && !b.constant) {
        compare_numbers(f, mirrored(p), bits, d, b, a);
        return;
    }
    comparison c = comparison_of(p);
    u32 ra = emit_arg_reg(f, a);
    if (b.constant && bits == 64) {
        emit(f, c.imm64, d, ra, 0, b.imm);
    } else if (b.constant && bits == 32) {
        emit(f, c.imm32, d, ra, 0, is_signed(p) ? (u64)(i64)(i32)b.imm : b.imm);
    } else if (b.constant && !is_signed(p)) {
        emit(f, c.imm64, d, ra, 0, b.imm);
    } else {
        u32 rb = emit_arg_reg(f, b), op = bits == 64 ? c.reg64 : bits == 32 ? c.reg32 : c.regn;
        emit_xy(f, op, d, c.swap ? rb : ra, c.swap ? ra : rb, 0, op == c.regn ? bits : 0);
    }
}

static bool is_null(fn *f, LLVMValueRef v, u32 i)
{
    if (scan_val(f, v))
        return false;
    konst k = konst_eval(f->l, konst_leaf(f->l, v, i));
    return k.kind == KONST_NUMBER && k.lo == 0;
}

static void compare_pointers(fn *f, LLVMIntPredicate p, u32 d, LLVMValueRef a, LLVMValueRef b,
                             u32 i)
{
    bool equality = p == LLVMIntEQ || p == LLVMIntNE;

    if (equality && is_null(f, b, i)) {
        emit(f, p == LLVMIntEQ ? OP_EQI : OP_NEI, d, emit_piece(f, a, i), 0, 0);
        return;
    }
    u32 ra = emit_piece(f, a, i), rb = emit_piece(f, b, i);
    if (equality) {
        emit(f, p == LLVMIntEQ ? OP_EQ : OP_NE, d, ra, rb, 0);
        return;
    }
    bool strict = p == LLVMIntULT || p == LLVMIntUGT || p == LLVMIntSLT || p == LLVMIntSGT;
    bool swap = comparison_of(p).swap;
    bool is_signed = p == LLVMIntSLT || p == LLVMIntSGT || p == LLVMIntSLE || p == LLVMIntSGE;
    emit_xy(f, strict ? OP_PULT : OP_PULE, d, swap ? rb : ra, swap ? ra : rb, 0, is_signed);
}

void compare_integers(fn *f, val *x, u32 d)
{
    LLVMValueRef a = LLVMGetOperand(x->v, 0), b = LLVMGetOperand(x->v, 1);
    const shape *s = shape_of(f->l, LLVMTypeOf(a));
    LLVMIntPredicate p = LLVMGetICmpPredicate(x->v);

    for (u32 i = 0; i < s->n; i++) {
        if (s->at[i].kind == PIECE_PTR)
            compare_pointers(f, p, d + i, a, b, i);
        else if (s->at[i].regs > 2)
            huge_compare(f, p, s->at[i].bits, d + i, a, b);
        else if (s->at[i].regs == 2)
            wide_compare(f, p, s->at[i].bits, d + i, emit_piece(f, a, i), emit_piece(f, b, i));
        else
            compare_numbers(f, p, s->at[i].bits, d + i, emit_arg(f, a, i), emit_arg(f, b, i));
    }
}

/* ---- floating point ---- */

static void compare_float(fn *f, LLVMRealPredicate p, piece_kind k, u32 d, u32 a, u32 b)
{
    if (p == LLVMRealPredicateFalse || p == LLVMRealPredicateTrue)
        emit_const(f, d, p == LLVMRealPredicateTrue);
    else
        emit_xy(f,
                k == PIECE_FLOAT    ? OP_FCMPF
                : k == PIECE_DOUBLE ? OP_FCMPD
                                    : OP_FCMPL,
                d, a, b, (u32)p, 0);
}

void compare_floats(fn *f, val *x, u32 d)
{
    LLVMValueRef a = LLVMGetOperand(x->v, 0), b = LLVMGetOperand(x->v, 1);
    const shape *s = shape_of(f->l, LLVMTypeOf(a));

    for (u32 i = 0; i < s->n; i++)
        compare_float(f, LLVMGetFCmpPredicate(x->v), s->at[i].kind, d + i, emit_piece(f, a, i),
                      emit_piece(f, b, i));
}

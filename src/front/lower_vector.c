/* Parts of aggregates and vectors: insertion, extraction, shuffles, and casts between layouts.
 *
 * A run of insertions into one value is done at its last one, which then knows where every scalar
 * comes from; so a value built from nothing is never undefined in between. */
#include "front/lower_state.h"

/* ---- insertion ---- */

typedef struct source {
    LLVMValueRef v;
    u32 piece;
} source;

/* First piece that an insertion replaces; false when its index is outside. */
static bool inserted_at(fn *f, LLVMValueRef insertion, u32 *first)
{
    LLVMTypeRef t = LLVMTypeOf(insertion);

    if (LLVMGetInstructionOpcode(insertion) == LLVMInsertValue) {
        *first = shape_piece(f->l, t, LLVMGetIndices(insertion), LLVMGetNumIndices(insertion));
        return true;
    }
    u64 index = LLVMConstIntGetZExtValue(LLVMGetOperand(insertion, 2));
    *first = (u32)index;
    return index < LLVMGetVectorSize(t);
}

/* From the last insertion back: whoever is met first decides. */
static void collect_sources(fn *f, const val *x, source *from)
{
    LLVMValueRef v = x->v;

    for (;;) {
        LLVMValueRef part = LLVMGetOperand(v, 1);
        u32 first, n = shape_of(f->l, LLVMTypeOf(part))->n;
        for (u32 i = 0; inserted_at(f, v, &first) && i < n; i++)
            if (!from[first + i].v)
                from[first + i] = (source){part, i};
        v = LLVMGetOperand(v, 0);
        val *next = scan_val(f, v);
        if (!next || next->kind != VAL_CHAIN)
            break;
    }
    for (u32 i = 0; i < x->shape->n; i++)
        if (!from[i].v)
            from[i] = (source){v, i};
}

static void insert_known(fn *f, val *x, u32 d)
{
    source *from = mem_alloc((x->shape->n + 1) * sizeof *from);

    collect_sources(f, x, from);
    for (u32 i = 0; i < x->shape->n; i++)
        emit_piece_into(f, d + x->shape->at[i].reg, from[i].v, from[i].piece);
    mem_free(from);
}

static void insert_variable(fn *f, val *x, u32 d)
{
    LLVMValueRef old = LLVMGetOperand(x->v, 0), part = LLVMGetOperand(x->v, 1);
    u32 new = emit_reg(f, part), index = emit_reg(f, LLVMGetOperand(x->v, 2));
    u32 equal = regs_scratch(f, REG_INT);

    for (u32 i = 0; i < x->shape->n; i++) {
        const piece *p = &x->shape->at[i];
        emit(f, OP_EQI, equal, index, 0, i);
        emit_select(f, d + p->reg, equal, new, emit_piece(f, old, i), p->regs);
    }
}

void vector_insert(fn *f, val *x)
{
    u32 d = regs_dest(f, x);

    if (x->opcode == LLVMInsertElement && !LLVMIsAConstantInt(LLVMGetOperand(x->v, 2)))
        insert_variable(f, x, d);
    else
        insert_known(f, x, d);
}

/* ---- extraction ---- */

static void extract_variable(fn *f, val *x, u32 d)
{
    LLVMValueRef from = LLVMGetOperand(x->v, 0);
    u32 index = emit_reg(f, LLVMGetOperand(x->v, 1)), equal = regs_scratch(f, REG_INT);
    u32 n = shape_of(f->l, LLVMTypeOf(from))->n;

    emit_piece_into(f, d, from, 0);
    for (u32 i = 1; i < n; i++) {
        emit(f, OP_EQI, equal, index, 0, i);
        emit_select(f, d, equal, emit_piece(f, from, i), d, x->shape->nregs);
    }
}

/* Only what the scan did not forward comes here: constants and variable indices. */
void vector_extract(fn *f, val *x)
{
    LLVMValueRef from = LLVMGetOperand(x->v, 0);
    u32 d = regs_dest(f, x), first = 0;

    if (x->opcode == LLVMExtractElement && !LLVMIsAConstantInt(LLVMGetOperand(x->v, 1))) {
        extract_variable(f, x, d);
        return;
    }
    if (x->opcode == LLVMExtractValue)
        first = shape_piece(f->l, LLVMTypeOf(from), LLVMGetIndices(x->v), LLVMGetNumIndices(x->v));
    else
        first = (u32)LLVMConstIntGetZExtValue(LLVMGetOperand(x->v, 1));
    for (u32 i = 0; i < x->shape->n; i++) {
        u32 reg = d + x->shape->at[i].reg;
        if (first + i < shape_of(f->l, LLVMTypeOf(from))->n)
            emit_piece_into(f, reg, from, first + i);
        else
            emit(f, OP_UNDEF, reg, 0, 0, 0);
    }
}

/* ---- shuffles ---- */

void vector_shuffle(fn *f, val *x)
{
    LLVMValueRef a = LLVMGetOperand(x->v, 0), b = LLVMGetOperand(x->v, 1);
    u32 d = regs_dest(f, x), n = shape_of(f->l, LLVMTypeOf(a))->n;

    for (u32 i = 0; i < x->shape->n; i++) {
        const piece *p = &x->shape->at[i];
        int from = LLVMGetMaskValue(x->v, i);
        if (from >= 0)
            emit_piece_into(f, d + p->reg, (u32)from < n ? a : b, (u32)from % n);
        for (u32 k = 0; from < 0 && k < p->regs; k++)
            emit(f, OP_UNDEF, d + p->reg + k, 0, 0, 0);
    }
}

/* ---- casts between layouts ---- */

/* A register's worth of a value seen as a row of bits. */
typedef struct chunk {
    u32 reg, bits;
    u64 at;
} chunk;

typedef VEC(chunk) chunks;

static void cut_up(chunks *out, const shape *s, u32 reg)
{
    u64 at = 0;

    for (u32 i = 0; i < s->n; i++) {
        const piece *p = &s->at[i];
        for (u32 k = 0; k < p->regs; k++) {
            u32 bits = k + 1 < p->regs ? 64 : p->bits - 64 * k;
            vec_push(out, (chunk){reg + p->reg + k, bits, at});
            at += bits;
        }
    }
}

/* The bits of `from` that belong into `to`, in place, zero elsewhere. */
static void move_part(fn *f, u32 reg, const chunk *from, const chunk *to)
{
    if (from->at > to->at)
        emit(f, OP_SHL64I, reg, from->reg, 0, from->at - to->at);
    else
        emit(f, OP_LSHR64I, reg, from->reg, 0, to->at - from->at);
    if (to->bits < 64)
        emit_xy(f, OP_TRUNC, reg, reg, 0, 0, to->bits);
}

static void gather(fn *f, const chunks *from, u32 *next, const chunk *to)
{
    bool first = true;
    u64 end = to->at + to->bits;

    while (*next < from->n && from->at[*next].at + from->at[*next].bits <= to->at)
        ++*next;
    for (u32 i = *next; i < from->n && from->at[i].at < end; i++) {
        const chunk *c = &from->at[i];
        if (c->at == to->at && c->bits == to->bits) {
            emit_mov(f, to->reg, c->reg, 1);
            return;
        }
        u32 reg = first ? to->reg : regs_scratch(f, REG_INT);
        move_part(f, reg, c, to);
        if (!first)
            emit(f, OP_OR64, to->reg, to->reg, reg, 0);
        first = false;
    }
}

void vector_bitcast(fn *f, u32 d, const shape *to, LLVMValueRef v)
{
    chunks in = {0}, out = {0};
    u32 next = 0;

    cut_up(&in, shape_of(f->l, LLVMTypeOf(v)), emit_reg(f, v));
    cut_up(&out, to, d);
    for (u32 i = 0; i < out.n; i++)
        gather(f, &in, &next, &out.at[i]);
    vec_free(&in);
    vec_free(&out);
}

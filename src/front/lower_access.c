/* Memory: loads and stores, stack objects, address arithmetic, atomic updates, block copies.
 *
 * Aggregates and vectors go scalar by scalar at their offsets, so padding is neither read nor
 * written.  An integer of a width that is no whole number of bytes is stored zero-extended and cut
 * when loaded. */
#include "base/mutant.h"
#include "front/lower_state.h"

static u32 log2_of(u64 n)
{
    u32 k = 0;

    while (k < 15 && n > 1 && n % 2 == 0) {
        n /= 2;
        k++;
    }
    return k;
}

/* ---- flags ---- */

static u32 order_flags(LLVMAtomicOrdering o)
{
    switch (o) {
    case LLVMAtomicOrderingNotAtomic:
        return 0;
    case LLVMAtomicOrderingUnordered:
    case LLVMAtomicOrderingMonotonic:
        return ACCESS_ATOMIC | ACCESS_RELAXED;
    case LLVMAtomicOrderingAcquire:
        return ACCESS_ATOMIC | ACCESS_ACQUIRE;
    case LLVMAtomicOrderingRelease:
        return ACCESS_ATOMIC | ACCESS_RELEASE;
    case LLVMAtomicOrderingAcquireRelease:
        return ACCESS_ATOMIC | ACCESS_ACQUIRE | ACCESS_RELEASE;
    default:
        return ACCESS_ATOMIC | ACCESS_SEQ_CST;
    }
}

/* The c field of an access `offset` bytes into what instruction `v` touches. */
static u32 flags_at(LLVMValueRef v, u64 offset)
{
    u32 align = log2_of(LLVMGetAlignment(v));
    u32 flags = order_flags(LLVMGetOrdering(v));

    if (LLVMGetVolatile(v))
        flags |= ACCESS_VOLATILE;
    if (offset && log2_of(offset) < align)
        align = log2_of(offset);
    return flags | align;
}

/* ---- one scalar ---- */

static u32 piece_bytes(const piece *p)
{
    return (p->bits + 7) / 8;
}

/* Of word i of an integer above 128 bits. */
static u32 word_bytes(const piece *p, u32 i)
{
    return i + 1 < p->regs ? 8 : piece_bytes(p) - 8 * i;
}

static u32 sized(u32 bytes, u32 op8, u32 opn, u32 op128)
{
    switch (bytes) {
    case 1:
        return op8;
    case 2:
        return op8 + 1;
    case 4:
        return op8 + 2;
    case 8:
        return op8 + 3;
    default:
        return bytes > 8 ? op128 : opn;
    }
}

/* A plain access is torn where the machine cannot make it at once: C promises nothing, and another
 * thread may see or change half of it.  The largest part that goes at once; 0: all does. */
static u32 part_bytes(fn *f, const piece *p, u32 bytes, u32 flags)
{
    u32 unit = 1u << (flags & ACCESS_ALIGN), word = f->l->pointer_bits / 8;

    if (flags & ACCESS_ATOMIC || p->kind == PIECE_PTR)
        return 0;
    if (p->kind == PIECE_INT && unit > word)
        unit = word;
    if (unit > 8)
        unit = 8;
    return unit < bytes ? unit : 0;
}

static u32 lesser_align(u32 flags, u32 offset)
{
    u32 align = flags & ACCESS_ALIGN;

    return offset && log2_of(offset) < align ? (flags & ~(u32)ACCESS_ALIGN) | log2_of(offset)
                                             : flags;
}

static void load_bytes(fn *f, u32 d, address a, u64 offset, u32 bytes, u32 flags)
{
    emit_xy(f, sized(bytes, OP_LOAD8, OP_LOADN, OP_LOAD128), d, a.reg, flags,
            (u32)a.offset + (u32)offset, bytes);
}

static void store_bytes(fn *f, u32 from, address a, u64 offset, u32 bytes, u32 flags)
{
    emit_xy(f, sized(bytes, OP_STORE8, OP_STOREN, OP_STORE128), from, a.reg, flags,
            (u32)a.offset + (u32)offset, bytes);
}

static u32 next_part(u32 at, u32 bytes, u32 unit)
{
    while (at + unit > bytes)
        unit /= 2;
    return unit;
}

/* At most 8 bytes into one register, part by part. */
static void load_parts(fn *f, u32 d, address a, u64 offset, u32 bytes, u32 unit, u32 flags)
{
    u32 part = regs_scratch(f, REG_INT);

    for (u32 at = 0, n; at < bytes; at += n) {
        n = next_part(at, bytes, unit);
        load_bytes(f, at ? part : d, a, offset + at, n, lesser_align(flags, at));
        if (!at)
            continue;
        emit(f, OP_SHL64I, part, part, 0, 8 * at);
        emit(f, OP_OR64, d, d, part, 0);
    }
}

static void store_parts(fn *f, u32 from, address a, u64 offset, u32 bytes, u32 unit, u32 flags)
{
    u32 part = regs_scratch(f, REG_INT);

    for (u32 at = 0, n; at < bytes; at += n) {
        n = next_part(at, bytes, unit);
        if (at)
            emit(f, OP_LSHR64I, part, from, 0, 8 * at);
        store_bytes(f, at ? part : from, a, offset + at, n, lesser_align(flags, at));
    }
}

/* One or two registers. */
static void load_scalar(fn *f, const piece *p, u32 d, address a, u32 flags)
{
    u32 bytes = piece_bytes(p), unit = part_bytes(f, p, bytes, flags);

    for (u32 i = 0; i < p->regs && unit; i++) {
        u32 n = word_bytes(p, i), inner = lesser_align(flags, 8 * i);

        if (unit < n)
            load_parts(f, d + i, a, p->offset + 8 * i, n, unit, inner);
        else
            load_bytes(f, d + i, a, p->offset + 8 * i, n, inner);
    }
    if (!unit)
        load_bytes(f, d, a, p->offset, bytes, flags);
}

static void store_scalar(fn *f, const piece *p, u32 from, address a, u32 flags)
{
    u32 bytes = piece_bytes(p), unit = part_bytes(f, p, bytes, flags);

    for (u32 i = 0; i < p->regs && unit; i++) {
        u32 n = word_bytes(p, i), inner = lesser_align(flags, 8 * i);

        if (unit < n)
            store_parts(f, from + i, a, p->offset + 8 * i, n, unit, inner);
        else
            store_bytes(f, from + i, a, p->offset + 8 * i, n, inner);
    }
    if (!unit)
        store_bytes(f, from, a, p->offset, bytes, flags);
}

static void load_piece(fn *f, const piece *p, u32 d, address a, u32 flags)
{
    if (p->kind == PIECE_PTR) {
        emit_xy(f, OP_LOADP, d, a.reg, flags, (u32)a.offset + (u32)p->offset, 0);
        return;
    }
    for (u32 i = 0; i < p->regs && p->regs > 2; i++)
        load_bytes(f, d + i, a, p->offset + 8 * i, word_bytes(p, i), flags & ~(u32)ACCESS_ALIGN);
    if (p->regs <= 2)
        load_scalar(f, p, d, a, flags);
    if (p->bits % 8 == 0)
        return;
    if (p->regs != 2)
        emit_xy(f, OP_TRUNC, d + p->regs - 1, d + p->regs - 1, 0, 0, p->bits - 64 * (p->regs - 1));
    else
        emit_xy(f, OP_WIDE, d, d, d, WIDE_TRUNC, p->bits);
}

static void store_piece(fn *f, const piece *p, u32 from, address a, u32 flags)
{
    if (p->kind == PIECE_PTR)
        emit_xy(f, OP_STOREP, from, a.reg, flags, (u32)a.offset + (u32)p->offset, 0);
    for (u32 i = 0; i < p->regs && p->regs > 2; i++)
        store_bytes(f, from + i, a, p->offset + 8 * i, word_bytes(p, i),
                    flags & ~(u32)ACCESS_ALIGN);
    if (p->kind != PIECE_PTR && p->regs <= 2)
        store_scalar(f, p, from, a, flags);
}

/* An address to which every offset of the shape can be added. */
static address address_for(fn *f, LLVMValueRef pointer, const shape *s)
{
    address a = emit_address(f, pointer);

    if ((i64)a.offset + (i64)s->bytes <= INT32_MAX)
        return a;
    u32 sum = regs_scratch(f, REG_PTR);
    emit(f, OP_PADDI, sum, a.reg, 0, (u64)(i64)a.offset);
    return (address){sum, 0};
}

/* ---- vectors of bits ---- */

static bool few_bits(fn *f, const shape *s)
{
    if (s->bytes <= 8)
        return true;
    lower_reject(f->l,
                 "a vector of %u elements of %u bits in memory is not supported; compile with "
                 "-fno-vectorize -fno-slp-vectorize",
                 s->n, s->at[0].bits);
    return false;
}

static void load_bits(fn *f, val *x, u32 d)
{
    if (!few_bits(f, x->shape))
        return;
    u32 all = regs_scratch(f, REG_INT);
    load_bytes(f, all, address_for(f, LLVMGetOperand(x->v, 0), x->shape), 0, (u32)x->shape->bytes,
               flags_at(x->v, 0));
    for (u32 i = 0; i < x->shape->n; i++) {
        const piece *p = &x->shape->at[i];
        emit(f, OP_LSHR64I, d + p->reg, all, 0, p->offset);
        emit_xy(f, OP_TRUNC, d + p->reg, d + p->reg, 0, 0, p->bits);
    }
}

static void store_bits(fn *f, val *x, LLVMValueRef v, const shape *s)
{
    if (!few_bits(f, s))
        return;
    u32 all = regs_scratch(f, REG_INT), part = regs_scratch(f, REG_INT);
    emit_const(f, all, 0);
    for (u32 i = 0; i < s->n; i++) {
        emit(f, OP_SHL64I, part, emit_piece(f, v, i), 0, s->at[i].offset);
        emit(f, OP_OR64, all, all, part, 0);
    }
    store_bytes(f, all, address_for(f, LLVMGetOperand(x->v, 1), s), 0, (u32)s->bytes,
                flags_at(x->v, 0));
}

/* ---- loads and stores ---- */

void access_load(fn *f, val *x)
{
    u32 d = regs_dest(f, x);

    if (x->slot != NO_SLOT && !x->fused) {
        emit_mov(f, d, f->slots.at[x->slot].reg, x->shape->nregs);
        return;
    }
    if (x->shape->bitwise) {
        load_bits(f, x, d);
        return;
    }
    address a = address_for(f, LLVMGetOperand(x->v, 0), x->shape);
    for (u32 i = 0; i < x->shape->n; i++) {
        const piece *p = &x->shape->at[i];
        load_piece(f, p, d + p->reg, a, flags_at(x->v, p->offset));
    }
}

void access_store(fn *f, val *x)
{
    LLVMValueRef v = LLVMGetOperand(x->v, 0);
    const shape *s = shape_of(f->l, LLVMTypeOf(v));

    if (x->slot != NO_SLOT) {
        emit_value(f, f->slots.at[x->slot].reg, v);
        return;
    }
    if (s->bitwise) {
        store_bits(f, x, v, s);
        return;
    }
    address a = address_for(f, LLVMGetOperand(x->v, 1), s);
    for (u32 i = 0; i < s->n; i++) {
        const piece *p = &s->at[i];
        store_piece(f, p, emit_piece(f, v, i), a, flags_at(x->v, p->offset));
    }
}

/* ---- stack objects ---- */

void access_alloca_here(fn *f, u32 reg, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMGetAllocatedType(v);
    LLVMValueRef count = LLVMGetOperand(v, 0);
    u64 size = LLVMABISizeOfType(f->l->layout, t);
    u32 align = log2_of(LLVMGetAlignment(v));

    f->out->has_alloca = true;
    if (!LLVMIsAConstantInt(count)) {
        emit_xy(f, OP_ALLOCAV, reg, emit_reg(f, count), 0, (u32)size, align);
        return;
    }
    u64 n = LLVMConstIntGetZExtValue(count);
    if (n && size > INT32_MAX / n)
        lower_reject(f->l, "a local variable has more than %d bytes; make it smaller", INT32_MAX);
    emit_xy(f, OP_ALLOCA, reg, 0, 0, (u32)(size * n), align);
}

void access_alloca(fn *f, val *x)
{
    if (x->marked && !f->optimised)
        emit_const(f, x->reg, 0);
    else
        access_alloca_here(f, x->reg, x->v);
}

/* ---- addresses ---- */

/* The index as 64 bits, signed. */
static u32 index_reg(fn *f, LLVMValueRef index, u32 lane)
{
    const shape *s = shape_of(f->l, LLVMTypeOf(index));
    u32 piece_of = s->vector ? lane : 0, reg = emit_piece(f, index, piece_of);
    u32 bits = s->at[piece_of].bits;

    if (bits > f->l->pointer_bits)
        bits = f->l->pointer_bits;
    if (bits == 64)
        return reg;
    u32 wide = regs_scratch(f, REG_INT);
    emit_xy(f, OP_SEXT, wide, reg, 0, bits, 64);
    return wide;
}

static void add_scaled(fn *f, u32 d, u32 base, u32 index, u64 scale)
{
    if (scale > INT32_MAX) {
        u32 product = regs_scratch(f, REG_INT);
        emit(f, OP_MUL64I, product, index, 0, scale);
        index = product;
        scale = 1;
    }
    emit_xy(f, OP_PADD, d, base, index, (u32)scale, 0);
}

static bool lane_constant(fn *f, LLVMValueRef index, u32 lane, i64 *k)
{
    if (scan_val(f, index))
        return false;
    bool vector = LLVMGetTypeKind(LLVMTypeOf(index)) == LLVMVectorTypeKind;
    LLVMValueRef c = vector ? LLVMGetAggregateElement(index, lane) : index;
    if (!c || !LLVMIsAConstantInt(c) || LLVMGetIntTypeWidth(LLVMTypeOf(c)) > 64)
        return false;
    *k = LLVMConstIntGetSExtValue(c);
    return true;
}

/* d := base + offset; `scaled`: the instruction before is a PADD into d, which can take it along.
 */
static void add_offset(fn *f, u32 d, u32 base, u64 offset, bool scaled)
{
    if (scaled && (i64)offset == (i32)offset)
        vec_last(&f->code).y = (u32)offset;
    else if (offset == 0)
        emit_mov(f, d, base, 1);
    else
        emit(f, OP_PADDI, d, base, 0, offset);
}

static void gep_lane(fn *f, u32 d, LLVMValueRef gep, u32 lane)
{
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    LLVMValueRef pointer = LLVMGetOperand(gep, 0);
    u32 n = (u32)LLVMGetNumOperands(gep);
    u32 base = emit_piece(f, pointer, shape_of(f->l, LLVMTypeOf(pointer))->vector ? lane : 0);
    u64 offset = 0;
    bool scaled = false;

    for (u32 i = 1; i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        i64 k = 0;
        bool constant = lane_constant(f, index, lane, &k);
        if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            offset += LLVMOffsetOfElement(f->l->layout, t, (unsigned)k);
            t = LLVMStructGetTypeAtIndex(t, (unsigned)k);
            continue;
        }
        if (i > 1)
            t = LLVMGetElementType(t);
        u64 scale = LLVMABISizeOfType(f->l->layout, t);
        if (constant) {
            offset += (u64)k * scale;
        } else if (scale) {
            add_scaled(f, d, base, index_reg(f, index, lane), scale);
            base = d;
            scaled = true;
        }
    }
    add_offset(f, d, base, offset, scaled);
}

void access_gep(fn *f, u32 d, LLVMValueRef gep)
{
    u32 lanes = shape_of(f->l, LLVMTypeOf(gep))->n;

    for (u32 i = 0; i < lanes; i++)
        gep_lane(f, d + i, gep, i);
}

/* ---- atomic updates ---- */

_Static_assert((int)RMW_XCHG == (int)LLVMAtomicRMWBinOpXchg &&
                   (int)RMW_UDEC_WRAP == (int)LLVMAtomicRMWBinOpUDecWrap,
               "RMW_ operations are in LLVM's order");

static u32 atomic_size(fn *f, const piece *p)
{
    u32 bytes = p->bits / 8;

    if (p->bits % 8 == 0 && bytes && bytes <= 16 && (bytes & (bytes - 1)) == 0)
        return bytes;
    lower_reject(f->l, "an atomic operation on %u bits is not supported; use 8 to 128", p->bits);
    return 4;
}

void access_rmw(fn *f, val *x)
{
    const piece *p = &x->shape->at[0];
    u32 op = (u32)LLVMGetAtomicRMWBinOp(x->v), size = atomic_size(f, p);
    u32 d = regs_dest(f, x);
    u32 at = emit_reg(f, LLVMGetOperand(x->v, 0)), v = emit_reg(f, LLVMGetOperand(x->v, 1));

    if (p->kind == PIECE_PTR)
        op |= RMW_POINTER;
    op |= ORDER_PUT(order_flags(LLVMGetOrdering(x->v)), ORDER_AT);
    emit_xy(f, OP_RMW, d, at, v, size, op);
}

void access_cmpxchg(fn *f, val *x)
{
    const piece *p = &x->shape->at[0];
    u32 size = atomic_size(f, p), flags = LLVMGetWeak(x->v) ? CAS_WEAK : 0, d = regs_dest(f, x);
    u32 at = emit_reg(f, LLVMGetOperand(x->v, 0)), old = emit_reg(f, LLVMGetOperand(x->v, 1));
    u32 new = emit_reg(f, LLVMGetOperand(x->v, 2));

    if (p->kind == PIECE_PTR)
        flags |= CAS_POINTER;
    flags |= ORDER_PUT(order_flags(LLVMGetCmpXchgSuccessOrdering(x->v)), ORDER_AT) |
             ORDER_PUT(order_flags(LLVMGetCmpXchgFailureOrdering(x->v)), ORDER_FAILS_AT);
    emit_xy(f, OP_CMPXCHG, d, at, old, new | size << 16, flags);
}

/* A signal fence keeps the compiler from moving accesses, and orders nothing for other threads.
 * (The function that tells of other instructions knows no fences.) */
static bool for_signals(LLVMValueRef fence)
{
    char *words = LLVMPrintValueToString(fence);
    bool one = strstr(words, "singlethread") != NULL;

    LLVMDisposeMessage(words);
    return one && !MUTANT(SIGNAL_FENCE);
}

void access_fence(fn *f, const val *x)
{
    if (!for_signals(x->v))
        emit_xy(f, OP_FENCE, 0, 0, order_flags(LLVMGetOrdering(x->v)), 0, 0);
}

/* ---- blocks of memory ---- */

static u32 progress(fn *f)
{
    u32 reg = regs_scratch_ints(f, 2);

    emit_const(f, reg, 0);
    return reg;
}

void access_copy(fn *f, u32 to, u32 from, arg bytes, bool overlap)
{
    if (bytes.constant && bytes.imm == 0)
        return;
    u32 n = emit_arg_reg(f, bytes);
    emit_xy(f, OP_MEMCPY, progress(f), to, from, n, overlap);
}

void access_set(fn *f, u32 to, u32 byte, arg bytes)
{
    if (bytes.constant && bytes.imm == 0)
        return;
    u32 n = emit_arg_reg(f, bytes);
    emit_xy(f, OP_MEMSET, progress(f), to, byte, n, 0);
}

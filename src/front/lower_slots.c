/* Local variables that become frame slots.
 *
 * An alloca of a scalar that is only loaded and stored directly, never volatile or atomic, always
 * with one width and one class of register, in a function that no call returns to twice, is a slot:
 * a register of its own.  Three things are decided then.  A value computed only to be stored is
 * computed into the slot ("fused").  A load whose uses all come before the next write is no copy
 * ("alias"). And a slot that some path reads before any path wrote it starts undefined, and becomes
 * so again where its lifetime starts; all others need no code for that.
 *
 * Invariant: a fused write happens at the place of the computation, so it is allowed only when
 * nothing touches the slot between there and the store. */
#include "front/lower_state.h"

#include <assert.h>

/* ---- which allocas ---- */

static bool scalar_type(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(t) <= 128;
    case LLVMPointerTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
        return true;
    default:
        return false;
    }
}

static bool same_scalar(const piece *a, const piece *b)
{
    if (a->regs == 2 || b->regs == 2)
        return a->kind == b->kind && a->bits == b->bits;
    return (a->kind == PIECE_PTR) == (b->kind == PIECE_PTR) && a->bits == b->bits;
}

/* May the user touch a slot of type `t`? */
static bool plain_access(fn *f, LLVMValueRef user, LLVMValueRef alloca, LLVMTypeRef t)
{
    LLVMTypeRef accessed;

    if (!LLVMIsAInstruction(user))
        return false;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLoad:
        accessed = LLVMTypeOf(user);
        break;
    case LLVMStore:
        if (LLVMGetOperand(user, 0) == alloca)
            return false;
        accessed = LLVMTypeOf(LLVMGetOperand(user, 0));
        break;
    case LLVMCall:
        return intrinsic_is(user, "lifetime.");
    default:
        return false;
    }
    return !LLVMGetVolatile(user) && LLVMGetOrdering(user) == LLVMAtomicOrderingNotAtomic &&
           scalar_type(accessed) &&
           same_scalar(&shape_of(f->l, t)->at[0], &shape_of(f->l, accessed)->at[0]);
}

static bool promotable(fn *f, val *x)
{
    LLVMTypeRef t = LLVMGetAllocatedType(x->v);
    LLVMValueRef count = LLVMGetOperand(x->v, 0);

    if (!scalar_type(t) || !LLVMIsAConstantInt(count) || LLVMConstIntGetZExtValue(count) != 1)
        return false;
    if (x->block != 0)
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(x->v); u; u = LLVMGetNextUse(u))
        if (!plain_access(f, LLVMGetUser(u), x->v, t))
            return false;
    return true;
}

static void mark_users(fn *f, val *x)
{
    for (LLVMUseRef u = LLVMGetFirstUse(x->v); u; u = LLVMGetNextUse(u)) {
        val *user = scan_val(f, LLVMGetUser(u));
        if (user)
            user->slot = x->slot;
    }
}

/* An alloca that lives from marker to marker gets its object at the first of them.  In optimised
 * code, where addresses are computed ahead of the marker and kept beyond, it has one object that
 * begins anew there. */
static void find_markers(fn *f, val *x)
{
    if (x->block != 0)
        return;
    for (LLVMUseRef u = LLVMGetFirstUse(x->v); u && !x->marked; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        x->marked =
            LLVMIsACallInst(user) && scan_val(f, user) && intrinsic_is(user, "lifetime.start");
    }
}

void slots_find(fn *f)
{
    for (u32 i = 0; i < f->vals.n; i++) {
        val *x = &f->vals.at[i];
        if (x->opcode != LLVMAlloca)
            continue;
        if (f->no_reuse || !promotable(f, x)) {
            find_markers(f, x);
            continue;
        }
        x->kind = VAL_SLOT;
        x->slot = f->slots.n;
        slot s = {i, shape_of(f->l, LLVMGetAllocatedType(x->v)), NO_REG, false};
        vec_push(&f->slots, s);
        mark_users(f, x);
    }
}

/* ---- what happens to slots ---- */

typedef enum touch { TOUCH_NONE, TOUCH_READ, TOUCH_WRITE, TOUCH_START, TOUCH_END } touch;

static touch touches(const val *x)
{
    if (x->slot == NO_SLOT || x->kind == VAL_SLOT || x->fused)
        return TOUCH_NONE;
    switch (x->opcode) {
    case LLVMLoad:
        return TOUCH_READ;
    case LLVMStore:
        return TOUCH_WRITE;
    case LLVMCall:
        return intrinsic_is(x->v, "lifetime.start") ? TOUCH_START : TOUCH_END;
    default:
        return TOUCH_NONE;
    }
}

/* ---- definite assignment ---- */

typedef struct flow {
    u32 words;
    u64 *in; /* assigned at the start of each block; all ones at first */
    u64 *set, *clear;
} flow;

static void flow_block(fn *f, flow *w, u32 b)
{
    u64 *set = w->set + (size_t)b * w->words, *clear = w->clear + (size_t)b * w->words;

    for (u32 i = f->blocks.at[b].first; i < f->blocks.at[b].end; i++) {
        const val *x = &f->vals.at[i];
        touch t = touches(x);
        u64 bit = (u64)1 << (x->slot & 63);
        if (t == TOUCH_WRITE) {
            set[x->slot >> 6] |= bit;
            clear[x->slot >> 6] &= ~bit;
        } else if (t == TOUCH_START || t == TOUCH_END) {
            clear[x->slot >> 6] |= bit;
            set[x->slot >> 6] &= ~bit;
        }
    }
}

/* Meets the end of block b into its successor; whether that changed. */
static bool flow_edge(flow *w, u32 b, u32 to)
{
    u64 *in = w->in + (size_t)b * w->words, *set = w->set + (size_t)b * w->words;
    u64 *clear = w->clear + (size_t)b * w->words, *next = w->in + (size_t)to * w->words;
    bool changed = false;

    for (u32 i = 0; i < w->words; i++) {
        u64 met = next[i] & ((in[i] & ~clear[i]) | set[i]);
        changed |= met != next[i];
        next[i] = met;
    }
    return changed;
}

static void flow_run(fn *f, flow *w)
{
    VEC(u32) todo = {0};
    bool *queued = mem_alloc(f->blocks.n);

    for (u32 b = f->blocks.n; b-- > 0; queued[b] = true)
        vec_push(&todo, b);
    while (todo.n) {
        u32 b = vec_pop(&todo);
        LLVMValueRef t = LLVMGetBasicBlockTerminator(f->blocks.at[b].v);
        u32 n = LLVMGetNumSuccessors(t);
        queued[b] = false;
        for (u32 i = 0; i < n; i++) {
            u32 to = scan_block(f, LLVMGetSuccessor(t, i));
            if (flow_edge(w, b, to) && !queued[to]) {
                queued[to] = true;
                vec_push(&todo, to);
            }
        }
    }
    vec_free(&todo);
    mem_free(queued);
}

static void flow_reads(fn *f, flow *w, u32 b)
{
    u64 *now = w->in + (size_t)b * w->words;

    for (u32 i = f->blocks.at[b].first; i < f->blocks.at[b].end; i++) {
        const val *x = &f->vals.at[i];
        touch t = touches(x);
        u64 bit = (u64)1 << (x->slot & 63);
        if (t == TOUCH_WRITE)
            now[x->slot >> 6] |= bit;
        else if (t == TOUCH_START || t == TOUCH_END)
            now[x->slot >> 6] &= ~bit;
        else if (t == TOUCH_READ && !(now[x->slot >> 6] & bit))
            f->slots.at[x->slot].undefined = true;
    }
}

static void find_undefined(fn *f)
{
    flow w = {.words = (f->slots.n + 63) / 64};
    size_t cells = (size_t)w.words * f->blocks.n;

    w.in = mem_alloc(cells * sizeof(u64));
    w.set = mem_alloc(cells * sizeof(u64));
    w.clear = mem_alloc(cells * sizeof(u64));
    memset(w.in + w.words, 0xff, (cells - w.words) * sizeof(u64));
    for (u32 b = 0; b < f->blocks.n; b++)
        flow_block(f, &w, b);
    flow_run(f, &w);
    for (u32 b = 0; b < f->blocks.n; b++)
        flow_reads(f, &w, b);
    mem_free(w.in);
    mem_free(w.set);
    mem_free(w.clear);
}

/* ---- writes without a copy ---- */

bool slots_fusable(const val *x)
{
    if (x->kind != VAL_OWN || x->shape->nregs != 1 || x->shape->n != 1)
        return false;
    switch (x->opcode) {
    case LLVMFNeg:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMFPToSI:
    case LLVMFPToUI:
    case LLVMFPExt:
    case LLVMFPTrunc:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMSelect:
    case LLVMGetElementPtr:
        return true;
    case LLVMLoad:
        return x->slot == NO_SLOT;
    case LLVMCall:
        return !intrinsic_is(x->v, "") && !LLVMIsAInlineAsm(LLVMGetCalledValue(x->v));
    default:
        return LLVMIsABinaryOperator(x->v) != NULL;
    }
}

static val *stripped(fn *f, LLVMValueRef v)
{
    val *x = scan_val(f, v);

    while (x && x->kind == VAL_FORWARD && x->offset == 0)
        x = scan_val(f, x->base);
    return x;
}

static bool same_class(const shape *a, const shape *b)
{
    return a->nregs == b->nregs && memcmp(a->classes, b->classes, a->nregs) == 0;
}

/* The store at `pos`, the slot having been touched last at `touched`. */
static void try_fuse(fn *f, u32 pos, u32 touched)
{
    val *x = &f->vals.at[pos], *t = stripped(f, LLVMGetOperand(x->v, 0));
    slot *s = &f->slots.at[x->slot];
    u32 from = t ? (u32)(t - f->vals.at) : 0;

    if (!t || t->uses != 1 || t->block != x->block || !same_class(t->shape, s->shape))
        return;
    if (!t->opcode) {
        if (touched == 0 && s->reg == NO_REG && !s->undefined) {
            s->reg = t->reg;
            x->kind = VAL_GONE;
        }
        return;
    }
    if (touched > from || t->fused || !slots_fusable(t))
        return;
    assert(from < pos && touched <= from && t->block == x->block);
    t->fused = true;
    t->slot = x->slot;
    x->kind = VAL_GONE;
}

static void fuse_block(fn *f, u32 b, u32 *touched)
{
    for (u32 i = f->blocks.at[b].first; i < f->blocks.at[b].end; i++) {
        touch t = touches(&f->vals.at[i]);
        if (t == TOUCH_NONE)
            continue;
        if (t == TOUCH_WRITE)
            try_fuse(f, i, touched[f->vals.at[i].slot]);
        touched[f->vals.at[i].slot] = i;
    }
}

/* ---- reads without a copy ---- */

/* `write[s]` is the place of the next write to slot s in this block. */
static void alias_block(fn *f, u32 b, u32 *write)
{
    u32 first = f->blocks.at[b].first, end = f->blocks.at[b].end;

    for (u32 i = end; i-- > first;) {
        val *x = &f->vals.at[i];
        touch t = touches(x);
        if (x->fused) {
            write[x->slot] = i;
            continue;
        }
        if (t == TOUCH_NONE || x->kind == VAL_GONE)
            continue;
        if (t != TOUCH_READ) {
            write[x->slot] = i;
            continue;
        }
        u32 next = write[x->slot] >= first && write[x->slot] < end ? write[x->slot] : UINT32_MAX;
        if (x->uses == 0)
            x->kind = VAL_GONE;
        else if (x->local && x->last <= next)
            x->kind = VAL_ALIAS;
    }
}

void slots_assign(fn *f)
{
    if (!f->slots.n)
        return;
    u32 *touched = mem_alloc(f->slots.n * sizeof *touched);
    u32 *write = mem_alloc(f->slots.n * sizeof *write);
    memset(write, 0xff, f->slots.n * sizeof *write);
    find_undefined(f);
    for (u32 b = 0; b < f->blocks.n; b++)
        fuse_block(f, b, touched);
    for (u32 b = f->blocks.n; b-- > 0;)
        alias_block(f, b, write);
    for (u32 i = 0; i < f->slots.n; i++) {
        slot *s = &f->slots.at[i];
        if (s->reg == NO_REG)
            s->reg = regs_new(f, s->shape->classes, s->shape->nregs);
    }
    mem_free(touched);
    mem_free(write);
}

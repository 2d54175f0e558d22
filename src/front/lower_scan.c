/* The first look at a function: numbers its reachable blocks and its instructions, finds out which
 * instructions need no code, and where every value is used last.
 *
 * An instruction without code of its own (a zero extension, a constant GEP under a load, ...) is
 * lazy: whoever uses it uses its operands at that place.  This is sound because in SSA form an
 * operand cannot change between the definition and a use that the definition dominates. */
#include "front/lower_state.h"

val *scan_val(fn *f, LLVMValueRef v)
{
    u64 i;

    return map_get(&f->index_of, map_key(v), &i) ? &f->vals.at[i] : NULL;
}

u32 scan_block(fn *f, LLVMBasicBlockRef b)
{
    u64 i;

    return map_get(&f->block_of, map_key(b), &i) ? (u32)i : NO_BLOCK;
}

static val *add_val(fn *f, LLVMValueRef v, u32 in)
{
    val x = {.v = v,
             .block = in,
             .reg = NO_REG,
             .slot = NO_SLOT,
             .local = true,
             .expire = UINT32_MAX,
             .next = UINT32_MAX};
    LLVMTypeRef t = LLVMTypeOf(v);

    if (LLVMGetTypeKind(t) != LLVMVoidTypeKind)
        x.shape = shape_of(f->l, t);
    map_put(&f->index_of, map_key(v), f->vals.n);
    x.last = f->vals.n;
    vec_push(&f->vals, x);
    return &vec_last(&f->vals);
}

/* ---- blocks ---- */

static void reach(fn *f, LLVMBasicBlockRef entry)
{
    VEC(LLVMBasicBlockRef) todo = {0};

    map_put(&f->block_of, map_key(entry), 0);
    vec_push(&todo, entry);
    while (todo.n) {
        LLVMValueRef t = LLVMGetBasicBlockTerminator(vec_pop(&todo));
        u32 n = LLVMGetNumSuccessors(t);
        for (u32 i = 0; i < n; i++) {
            LLVMBasicBlockRef s = LLVMGetSuccessor(t, i);
            u64 known;
            if (map_get(&f->block_of, map_key(s), &known))
                continue;
            map_put(&f->block_of, map_key(s), 0);
            vec_push(&todo, s);
        }
    }
    vec_free(&todo);
}

static void number_block(fn *f, LLVMBasicBlockRef b)
{
    block k = {.v = b, .first = f->vals.n, .stub_from = NO_BLOCK, .incoming = UINT32_MAX};
    u32 index = f->blocks.n;
    LLVMValueRef first = LLVMGetFirstInstruction(b);

    map_put(&f->block_of, map_key(b), index);
    k.phis = LLVMGetInstructionOpcode(first) == LLVMPHI;
    k.label = emit_label(f);
    for (LLVMValueRef i = first; i; i = LLVMGetNextInstruction(i)) {
        debug_loc(f->l->dbg, i, &f->l->at);
        val *x = add_val(f, i, index);
        x->opcode = (u8)LLVMGetInstructionOpcode(i);
        f->computed_goto |= x->opcode == LLVMIndirectBr;
    }
    k.end = f->vals.n;
    vec_push(&f->blocks, k);
}

/* Parameters are the first registers; a variadic function's further arguments follow. */
static void number_parameters(fn *f)
{
    const u8 pointer = REG_PTR;

    for (LLVMValueRef a = LLVMGetFirstParam(f->v); a; a = LLVMGetNextParam(a)) {
        val *x = add_val(f, a, 0);
        x->local = false;
        x->reg = regs_new(f, x->shape->classes, x->shape->nregs);
    }
    f->out->nparams = f->regclass.n;
    if (f->out->variadic)
        f->out->va_reg = (u16)regs_new(f, &pointer, 1);
}

static void number(fn *f)
{
    u64 reachable;

    number_parameters(f);
    reach(f, LLVMGetEntryBasicBlock(f->v));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->v); b; b = LLVMGetNextBasicBlock(b))
        if (map_get(&f->block_of, map_key(b), &reachable))
            number_block(f, b);
}

/* ---- laziness ---- */

static bool one_use(LLVMValueRef v)
{
    LLVMUseRef u = LLVMGetFirstUse(v);

    return u && !LLVMGetNextUse(u);
}

static void forward(val *x, LLVMValueRef base, u32 offset)
{
    x->kind = VAL_FORWARD;
    x->base = base;
    x->offset = offset;
}

/* Do both types have the same scalars in registers, apart from their width? */
static bool same_registers(const shape *a, const shape *b, bool same_bits)
{
    if (a->n != b->n || a->nregs != b->nregs || memcmp(a->classes, b->classes, a->nregs) != 0)
        return false;
    for (u32 i = 0; i < a->n; i++) {
        if (a->at[i].regs != b->at[i].regs || (same_bits && a->at[i].bits != b->at[i].bits))
            return false;
    }
    return true;
}

static void look_at_cast(fn *f, val *x, LLVMValueRef from)
{
    const shape *s = shape_of(f->l, LLVMTypeOf(from));

    if (x->opcode == LLVMTrunc) {
        if (x->shape->n == 1 && x->shape->at[0].bits == 64)
            forward(x, from, 0);
    } else if (same_registers(x->shape, s, x->opcode == LLVMBitCast)) {
        forward(x, from, 0);
    }
}

static bool is_pointer_cast(fn *f, LLVMValueRef v)
{
    bool is_cast = LLVMIsAInstruction(v)    ? LLVMGetInstructionOpcode(v) == LLVMPtrToInt
                   : LLVMIsAConstantExpr(v) ? LLVMGetConstOpcode(v) == LLVMPtrToInt
                                            : false;

    return is_cast && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(LLVMTypeOf(v)) == f->l->pointer_bits;
}

/* A difference of two pointers takes the pointers themselves, not their casts. */
static bool is_difference(fn *f, LLVMValueRef v)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMSub &&
           is_pointer_cast(f, LLVMGetOperand(v, 0)) && is_pointer_cast(f, LLVMGetOperand(v, 1));
}

static void look_at_ptrtoint(fn *f, val *x)
{
    if (!is_pointer_cast(f, x->v) || !LLVMGetFirstUse(x->v))
        return;
    for (LLVMUseRef u = LLVMGetFirstUse(x->v); u; u = LLVMGetNextUse(u))
        if (!is_difference(f, LLVMGetUser(u)))
            return;
    x->kind = VAL_GONE;
}

static bool is_address_use(LLVMUseRef u, LLVMValueRef pointer)
{
    LLVMValueRef user = LLVMGetUser(u);

    if (!LLVMIsAInstruction(user))
        return false;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLoad:
        return true;
    case LLVMStore:
        return LLVMGetOperand(user, 0) != pointer;
    default:
        return false;
    }
}

/* A GEP with constant indices becomes the offset of the loads and stores that use it. */
static void look_at_gep(fn *f, val *x)
{
    i64 offset;

    if (x->shape->n != 1 || !konst_gep_offset(f->l, x->v, &offset))
        return;
    x->base = LLVMGetOperand(x->v, 0);
    x->offset = offset;
    if (offset == 0) {
        forward(x, x->base, 0);
        return;
    }
    if (offset != (i32)offset)
        return;
    for (LLVMUseRef u = LLVMGetFirstUse(x->v); u; u = LLVMGetNextUse(u))
        if (!is_address_use(u, x->v))
            return;
    x->kind = VAL_ADDRESS;
}

static bool constant_index(LLVMValueRef v)
{
    return LLVMIsAConstantInt(v) != NULL;
}

/* Is v an insertion at a known place that only the insertion after it, in its block, takes? */
static bool in_chain(val *x)
{
    if (!one_use(x->v))
        return false;
    LLVMValueRef user = LLVMGetUser(LLVMGetFirstUse(x->v));
    if (!LLVMIsAInstruction(user) || LLVMGetInstructionOpcode(user) != (LLVMOpcode)x->opcode)
        return false;
    if (x->opcode == LLVMInsertElement &&
        (!constant_index(LLVMGetOperand(x->v, 2)) || !constant_index(LLVMGetOperand(user, 2))))
        return false;
    return LLVMGetOperand(user, 0) == x->v &&
           LLVMGetInstructionParent(user) == LLVMGetInstructionParent(x->v);
}

static void look_at_extract(fn *f, val *x, LLVMValueRef from)
{
    LLVMTypeRef t = LLVMTypeOf(from);
    unsigned index;
    u32 part;

    if (x->opcode == LLVMExtractValue) {
        part = shape_piece(f->l, t, LLVMGetIndices(x->v), LLVMGetNumIndices(x->v));
    } else {
        if (!constant_index(LLVMGetOperand(x->v, 1)))
            return;
        index = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(x->v, 1));
        if (index >= LLVMGetVectorSize(t))
            return;
        part = shape_piece(f->l, t, &index, 1);
    }
    const shape *s = shape_of(f->l, t);
    forward(x, from, part < s->n ? s->at[part].reg : 0);
}

static void look_at(fn *f, val *x)
{
    if (!x->shape || !x->opcode)
        return;
    LLVMValueRef from = LLVMGetNumOperands(x->v) > 0 ? LLVMGetOperand(x->v, 0) : NULL;
    switch (x->opcode) {
    case LLVMInsertValue:
    case LLVMInsertElement:
        if (in_chain(x))
            x->kind = VAL_CHAIN;
        return;
    case LLVMGetElementPtr:
        if (scan_val(f, from))
            look_at_gep(f, x);
        return;
    case LLVMCall:
        from = call_forwards(x->v);
        if (from && scan_val(f, from))
            forward(x, from, 0);
        return;
    default:
        break;
    }
    if (x->opcode == LLVMSub && is_difference(f, x->v))
        x->difference = true;
    if (x->opcode == LLVMPtrToInt)
        look_at_ptrtoint(f, x);
    if (!from || !scan_val(f, from))
        return;
    if (x->opcode == LLVMZExt || x->opcode == LLVMBitCast || x->opcode == LLVMTrunc)
        look_at_cast(f, x, from);
    else if (x->opcode == LLVMFreeze)
        forward(x, from, 0);
    else if (x->opcode == LLVMExtractValue || x->opcode == LLVMExtractElement)
        look_at_extract(f, x, from);
}

/* ---- uses ---- */

static void use_operands(fn *f, LLVMValueRef v, u32 pos, u32 at, use_visit visit, void *with)
{
    u32 n = (u32)LLVMGetNumOperands(v);

    for (u32 i = 0; i < n; i++)
        scan_use(f, LLVMGetOperand(v, i), pos, at, visit, with);
}

void scan_use(fn *f, LLVMValueRef v, u32 pos, u32 at, use_visit visit, void *with)
{
    val *x = scan_val(f, v);

    while (x && (x->kind == VAL_FORWARD || x->kind == VAL_ADDRESS))
        x = scan_val(f, x->base);
    if (x && x->kind == VAL_CHAIN)
        use_operands(f, x->v, pos, at, visit, with);
    else if (x)
        visit(f, with, x, pos, at);
}

void scan_uses(fn *f, u32 pos, use_visit visit, void *with)
{
    val *x = &f->vals.at[pos];

    if (!x->opcode || x->opcode == LLVMPHI || (x->kind != VAL_OWN && x->kind != VAL_SLOT))
        return;
    if (x->difference) {
        scan_use(f, LLVMGetOperand(LLVMGetOperand(x->v, 0), 0), pos, x->block, visit, with);
        scan_use(f, LLVMGetOperand(LLVMGetOperand(x->v, 1), 0), pos, x->block, visit, with);
    } else {
        use_operands(f, x->v, pos, x->block, visit, with);
    }
}

static void note_use(fn *f, void *with, val *x, u32 pos, u32 at)
{
    (void)f, (void)with;
    x->uses++;
    if (x->block != at) {
        x->local = false;
        x->inside = false;
    } else if (pos > x->last) {
        x->last = pos;
    }
}

/* The phi at `pos` takes its values at the ends of the blocks they come from. */
static void use_incoming(fn *f, u32 pos)
{
    val *x = &f->vals.at[pos];
    u32 n = LLVMCountIncoming(x->v);

    x->local = false;
    for (u32 i = 0; i < n; i++) {
        u32 from = scan_block(f, LLVMGetIncomingBlock(x->v, i));
        if (from == NO_BLOCK)
            continue;
        scan_use(f, LLVMGetIncomingValue(x->v, i), f->blocks.at[from].end - 1, from, note_use,
                 NULL);
        incoming in = {pos, i, f->blocks.at[from].incoming};
        f->blocks.at[from].incoming = f->incoming.n;
        vec_push(&f->incoming, in);
    }
}

/* ---- the whole ---- */

static bool returns_twice(fn *f, val *x)
{
    LLVMValueRef callee = x->opcode == LLVMCall ? LLVMGetCalledValue(x->v) : NULL;
    unsigned kind = f->l->returns_twice_kind;

    if (!callee)
        return false;
    if (LLVMIsAFunction(callee) &&
        LLVMGetEnumAttributeAtIndex(callee, (unsigned)LLVMAttributeFunctionIndex, kind))
        return true;
    return LLVMGetCallSiteEnumAttribute(x->v, (unsigned)LLVMAttributeFunctionIndex, kind) != NULL;
}

static void add_expiry(fn *f, u32 pos)
{
    val *x = &f->vals.at[pos];

    x->next = f->vals.at[x->last].expire;
    f->vals.at[x->last].expire = pos;
}

/* Values that outlive their block get their registers now, temporaries their end. */
static void place(fn *f, u32 pos)
{
    val *x = &f->vals.at[pos];

    if (x->kind != VAL_OWN || x->fused || !x->shape || x->reg != NO_REG)
        return;
    if (!x->local || x->opcode == LLVMAlloca)
        x->reg = regs_new(f, x->shape->classes, x->shape->nregs);
    else
        add_expiry(f, pos);
}

void scan_function(fn *f)
{
    number(f);
    for (u32 i = 0; i < f->vals.n; i++) {
        if (returns_twice(f, &f->vals.at[i]))
            f->no_reuse = true;
        look_at(f, &f->vals.at[i]);
    }
    slots_find(f);
    for (u32 i = 0; i < f->vals.n; i++)
        f->vals.at[i].inside = true;
    for (u32 i = 0; i < f->vals.n; i++) {
        if (f->vals.at[i].opcode == LLVMPHI)
            use_incoming(f, i);
        else
            scan_uses(f, i, note_use, NULL);
    }
    slots_assign(f);
    for (u32 i = 0; i < f->vals.n; i++)
        if (f->vals.at[i].opcode == LLVMPHI)
            place(f, i);
    join_values(f);
    for (u32 i = 0; i < f->vals.n; i++)
        place(f, i);
}

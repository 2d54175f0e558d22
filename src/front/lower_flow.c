/* Terminators and edges.
 *
 * The phis of a block take their values on the edges into it, all at once.  An edge out of a block
 * with one successor has its moves at the block's end; any other gets a stub of its own behind the
 * block, so that no other edge executes them. */
#include "front/lower_state.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

/* ---- parallel moves ---- */

typedef struct reg_move {
    u32 to, from;
} reg_move;

typedef VEC(reg_move) reg_moves;

static void need_cells(fn *f)
{
    while (f->readers.n < f->regclass.n) {
        vec_push(&f->readers, 0);
        vec_push(&f->writer, 0);
    }
}

/* Emits the move into `to` and then those that its source waited for. */
static void run_ready(fn *f, reg_moves *m, u32 i)
{
    while (i != UINT32_MAX) {
        reg_move r = m->at[i];
        emit(f, OP_MOV, r.to, r.from, 0, 0);
        f->writer.at[r.to] = 0;
        i = --f->readers.at[r.from] == 0 && f->writer.at[r.from] ? f->writer.at[r.from] - 1
                                                                 : UINT32_MAX;
    }
}

/* A cycle that register `to` of move i is on: its old value waits in a scratch register. */
static void run_cycle(fn *f, reg_moves *m, u32 i)
{
    u32 start = m->at[i].to, saved = regs_scratch(f, f->regclass.at[start]);

    need_cells(f);
    emit(f, OP_MOV, saved, start, 0, 0);
    while (m->at[i].from != start) {
        emit(f, OP_MOV, m->at[i].to, m->at[i].from, 0, 0);
        f->writer.at[m->at[i].to] = 0;
        f->readers.at[m->at[i].from] = 0;
        i = f->writer.at[m->at[i].from] - 1;
    }
    emit(f, OP_MOV, m->at[i].to, saved, 0, 0);
    f->writer.at[m->at[i].to] = 0;
    f->readers.at[start] = 0;
}

static void run_moves(fn *f, reg_moves *m)
{
    for (u32 i = 0; i < m->n; i++)
        f->readers.at[m->at[i].from]++;
    for (u32 i = 0; i < m->n; i++)
        if (f->writer.at[m->at[i].to] == i + 1 && !f->readers.at[m->at[i].to])
            run_ready(f, m, i);
    for (u32 i = 0; i < m->n; i++)
        if (f->writer.at[m->at[i].to] == i + 1)
            run_cycle(f, m, i);
}

static void add_moves(fn *f, reg_moves *m, const val *phi, LLVMValueRef v)
{
    u32 from = emit_reg(f, v);

    need_cells(f);
    for (u32 i = 0; i < phi->shape->nregs; i++) {
        if (phi->reg + i == from + i || f->writer.at[phi->reg + i])
            continue;
        vec_push(m, (reg_move){phi->reg + i, from + i});
        f->writer.at[phi->reg + i] = m->n;
    }
}

static void edge_moves(fn *f, u32 from, u32 to)
{
    reg_moves m = {0};

    for (u32 i = f->blocks.at[from].incoming; i != UINT32_MAX; i = f->incoming.at[i].next) {
        val *phi = &f->vals.at[f->incoming.at[i].phi];
        LLVMValueRef v = LLVMGetIncomingValue(phi->v, f->incoming.at[i].index);
        if (phi->block == to && phi->uses && scan_val(f, v))
            add_moves(f, &m, phi, v);
    }
    run_moves(f, &m);
    for (u32 i = f->blocks.at[from].incoming; i != UINT32_MAX; i = f->incoming.at[i].next) {
        val *phi = &f->vals.at[f->incoming.at[i].phi];
        LLVMValueRef v = LLVMGetIncomingValue(phi->v, f->incoming.at[i].index);
        if (phi->block == to && phi->uses && !scan_val(f, v))
            emit_value(f, phi->reg, v);
    }
    vec_free(&m);
}

/* ---- edges ---- */

/* The label that a branch from block `from` to block `to` goes to. */
static u32 edge(fn *f, u32 from, LLVMBasicBlockRef target)
{
    u32 to = scan_block(f, target);
    block *b = &f->blocks.at[to];

    if (!b->phis)
        return b->label;
    if (b->stub_from != from) {
        b->stub_from = from;
        b->stub = emit_label(f);
        vec_push(&f->stubs, (stub){b->stub, from, to});
    }
    return b->stub;
}

/* It may be the head of a loop all the same. */
static bool is_empty(const fn *f, u32 b)
{
    return f->labels.at[f->blocks.at[b].label] == f->code.n;
}

static void jump(fn *f, u32 from, LLVMBasicBlockRef target)
{
    u32 to = scan_block(f, target);

    edge_moves(f, from, to);
    if (to != from + 1 || is_empty(f, from) || f->l->o.jumps)
        emit_xy(f, OP_JMP, 0, 0, 0, f->blocks.at[to].label, 0);
}

static void finish_stubs(fn *f)
{
    for (u32 i = 0; i < f->stubs.n; i++) {
        stub s = f->stubs.at[i];
        emit_place(f, s.label);
        edge_moves(f, s.from, s.to);
        emit_xy(f, OP_JMP, 0, 0, 0, f->blocks.at[s.to].label, 0);
    }
    vec_clear(&f->stubs);
}

/* ---- terminators ---- */

/* Is it of a function that the optimiser inlined, or of nobody that can be told? */
static bool inlined_jump(LLVMValueRef v)
{
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(v);

    return loc && (!LLVMDILocationGetLine(loc) || LLVMDILocationGetInlinedAt(loc));
}

static void branch(fn *f, val *x)
{
    if (LLVMGetNumSuccessors(x->v) == 1) {
        jump(f, x->block, LLVMGetSuccessor(x->v, 0));
        return;
    }
    arg c = emit_arg(f, LLVMGetCondition(x->v), 0);
    if (c.constant) {
        jump(f, x->block, LLVMGetSuccessor(x->v, c.imm ? 0 : 1));
        return;
    }
    u32 yes = edge(f, x->block, LLVMGetSuccessor(x->v, 0));
    u32 no = edge(f, x->block, LLVMGetSuccessor(x->v, 1));
    emit_xy(f, OP_BR, 0, c.reg, inlined_jump(x->v), yes, no);
}

static int by_value(const void *a, const void *b)
{
    u64 x = ((const switch_case *)a)->value, y = ((const switch_case *)b)->value;

    return x < y ? -1 : x > y;
}

/* Conditions above 64 bits: one comparison after the other. */
static void switch_wide(fn *f, val *x, u32 bits)
{
    u32 cond = emit_reg(f, LLVMGetOperand(x->v, 0)), n = LLVMGetNumSuccessors(x->v);
    u32 equal = regs_scratch(f, REG_INT);

    for (u32 i = 1; i < n; i++) {
        u32 next = emit_label(f);
        wide_compare(f, LLVMIntEQ, bits, equal, cond, emit_reg(f, LLVMGetOperand(x->v, 2 * i)));
        emit_xy(f, OP_BR, 0, equal, 0, edge(f, x->block, LLVMGetSuccessor(x->v, i)), next);
        emit_place(f, next);
    }
    emit_xy(f, OP_JMP, 0, 0, 0, edge(f, x->block, LLVMGetSuccessor(x->v, 0)), 0);
}

static void switch_table_lower(fn *f, val *x)
{
    LLVMValueRef cond = LLVMGetOperand(x->v, 0);
    u32 n = LLVMGetNumSuccessors(x->v), bits = LLVMGetIntTypeWidth(LLVMTypeOf(cond));
    switch_table t = {f->out->cases.n, n - 1, 0};

    if (bits > 64) {
        switch_wide(f, x, bits);
        return;
    }
    for (u32 i = 1; i < n; i++) {
        switch_case c = {LLVMConstIntGetZExtValue(LLVMGetOperand(x->v, 2 * i)),
                         edge(f, x->block, LLVMGetSuccessor(x->v, i))};
        vec_push(&f->out->cases, c);
    }
    t.other = edge(f, x->block, LLVMGetSuccessor(x->v, 0));
    if (t.count)
        qsort(f->out->cases.at + t.first, t.count, sizeof(switch_case), by_value);
    emit_xy(f, OP_SWITCH, 0, emit_reg(f, cond), 0, f->out->switches.n, 0);
    vec_push(&f->out->switches, t);
}

/* Targets with phis need their edge's moves, which the address alone cannot reach. */
static void indirect(fn *f, val *x)
{
    u32 n = LLVMGetNumSuccessors(x->v), reg = emit_reg(f, LLVMGetOperand(x->v, 0));
    u32 label = regs_scratch(f, REG_PTR), equal = regs_scratch(f, REG_INT);

    for (u32 i = 0; i < n; i++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(x->v, i);
        if (!f->blocks.at[scan_block(f, to)].phis)
            continue;
        konst k = {.kind = KONST_LABEL, .label = to};
        piece p = {PIECE_PTR, f->l->pointer_bits, 0, 1, 0};
        u32 next = emit_label(f);
        emit_konst(f, label, &k, &p);
        emit(f, OP_EQ, equal, reg, label, 0);
        emit_xy(f, OP_BR, 0, equal, 0, edge(f, x->block, to), next);
        emit_place(f, next);
    }
    emit(f, OP_IBR, 0, reg, 0, 0);
}

static void ret(fn *f, val *x)
{
    if (LLVMGetNumOperands(x->v) == 0) {
        emit(f, OP_RET, 0, 0, 0, 0);
        return;
    }
    LLVMValueRef v = LLVMGetOperand(x->v, 0);
    emit(f, OP_RET, emit_reg(f, v), shape_of(f->l, LLVMTypeOf(v))->nregs, 0, 0);
}

static void invoke(fn *f, val *x)
{
    f->thrown = NO_REG;
    call_lower(f, x);
    if (f->thrown == NO_REG) {
        emit_xy(f, OP_JMP, 0, 0, 0, edge(f, x->block, LLVMGetNormalDest(x->v)), 0);
        return;
    }
    u32 caught = edge(f, x->block, LLVMGetUnwindDest(x->v));
    u32 on = edge(f, x->block, LLVMGetNormalDest(x->v));
    emit_xy(f, OP_BR, 0, f->thrown, 0, caught, on);
}

/* Undefined, or behind a call that is an error.  (Other calls may end the process, or the thread.)
 */
static bool comes_by_failing(LLVMValueRef unreachable)
{
    static const char *const failing[] = {
        "abort",         "__assert_fail",    "__assert",
        "llvm.trap",     "llvm.debugtrap",   "llvm.ubsantrap",
        "__heddle_fail", "__VERIFIER_error", "__clang_call_terminate"};
    LLVMValueRef before = LLVMGetPreviousInstruction(unreachable), callee;
    size_t n;

    if (!before || LLVMGetInstructionOpcode(before) != LLVMCall)
        return true;
    callee = LLVMGetCalledValue(before);
    if (!LLVMIsAFunction(callee))
        return false;
    const char *name = LLVMGetValueName2(callee, &n);

    for (u32 k = 0; k < LENGTH(failing); k++)
        if (!strcmp(name, failing[k]))
            return true;
    return false;
}

void flow_lower(fn *f, val *x)
{
    switch (x->opcode) {
    case LLVMRet:
        ret(f, x);
        break;
    case LLVMBr:
        branch(f, x);
        break;
    case LLVMSwitch:
        switch_table_lower(f, x);
        break;
    case LLVMIndirectBr:
        indirect(f, x);
        break;
    case LLVMUnreachable:
        emit_xy(f, OP_UNREACHABLE, 0, 0, 0, comes_by_failing(x->v) ? UNREACHABLE_FAILS : 0, 0);
        break;
    case LLVMCallBr:
        lower_reject(f->l, "'asm goto' is not supported; use C");
        break;
    case LLVMInvoke:
        invoke(f, x);
        break;
    case LLVMResume:
        unwind_resume(f, x);
        break;
    default:
        lower_reject(f->l, "exceptions of another system than Linux are not supported");
    }
    finish_stubs(f);
}

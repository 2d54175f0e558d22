/* Variables by name: which register or object holds each, and between which instructions.
 *
 * A declared variable has its place from the declaration to the last instruction of the block of C
 * that declares it.  In optimised code a variable is known where the debug information says which
 * value it has and that value's register is not reused: from there to the end of the basic block or
 * to the next word on it. */
#include "front/lower_state.h"

#include <llvm-c/DebugInfo.h>

/* ---- blocks of C ---- */

/* The block around a block; NULL when that is the function. */
static LLVMMetadataRef outer_scope(fn *f, LLVMMetadataRef scope)
{
    enum { SCOPE_OPERAND = 1, MOST = 8 };
    LLVMContextRef c = LLVMGetModuleContext(f->l->m);
    LLVMValueRef v = LLVMMetadataAsValue(c, scope), operands[MOST] = {0};
    LLVMMetadataKind k = LLVMGetMetadataKind(scope);

    if (k != LLVMDILexicalBlockMetadataKind && k != LLVMDILexicalBlockFileMetadataKind)
        return NULL;
    if (LLVMGetMDNodeNumOperands(v) > MOST || LLVMGetMDNodeNumOperands(v) <= SCOPE_OPERAND)
        return NULL;
    LLVMGetMDNodeOperands(v, operands);
    return operands[SCOPE_OPERAND] ? LLVMValueAsMetadata(operands[SCOPE_OPERAND]) : NULL;
}

static u32 scope_index(fn *f, LLVMMetadataRef scope)
{
    u64 known;

    if (map_get(&f->scope_of, map_key(scope), &known))
        return (u32)known;
    map_put(&f->scope_of, map_key(scope), f->scopes.n);
    vec_push(&f->scopes, (scope_end){scope, 0});
    return f->scopes.n - 1;
}

void vars_position(fn *f, LLVMValueRef v)
{
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(v);

    if (!at || f->out->runtime)
        return;
    LLVMMetadataRef scope = LLVMDILocationGetScope(at);
    if (scope != f->last_scope) {
        f->last_scope = scope;
        f->last_scope_index = scope_index(f, scope);
    }
    f->scopes.at[f->last_scope_index].end = f->code.n;
}

/* A block ends no sooner than those in it. */
static void extend_scopes(fn *f)
{
    for (u32 i = 0; i < f->scopes.n; i++) {
        u32 end = f->scopes.at[i].end;
        LLVMMetadataRef outer = outer_scope(f, f->scopes.at[i].scope);
        for (; outer; outer = outer_scope(f, outer)) {
            u32 k = scope_index(f, outer);
            scope_end *s = &f->scopes.at[k];
            if (s->end < end)
                s->end = end;
        }
    }
}

/* ---- variables ---- */

/* The local value that the first operand of the call speaks of; NULL when it is none or a list. */
static LLVMValueRef described(LLVMValueRef call)
{
    LLVMValueRef metadata = LLVMGetOperand(call, 0), v = NULL;

    if (LLVMGetMetadataKind(LLVMValueAsMetadata(metadata)) == LLVMLocalAsMetadataMetadataKind)
        LLVMGetMDNodeOperands(metadata, &v);
    return v;
}

static void close_var(fn *f, LLVMValueRef key)
{
    for (u32 i = 0; i < f->open_vars.n; i++) {
        if (f->open_vars.at[i].key != key)
            continue;
        f->out->vars.at[f->open_vars.at[i].var].to = f->code.n;
        f->open_vars.at[i] = vec_last(&f->open_vars);
        f->open_vars.n--;
        return;
    }
}

static void declare(fn *f, val *call, val *x)
{
    variable v = {.from = f->code.n, .to = UINT32_MAX};

    if (!x || (x->kind != VAL_SLOT && x->reg == NO_REG) || !debug_local(f->l->dbg, call->v, &v))
        return;
    v.place = x->kind == VAL_SLOT ? VAR_REG : VAR_MEM;
    v.reg = (u16)(x->kind == VAL_SLOT ? f->slots.at[x->slot].reg : x->reg);
    LLVMMetadataRef of = LLVMValueAsMetadata(LLVMGetOperand(call->v, 1));
    vec_push(&f->declared, (declared_var){f->out->vars.n, LLVMDIVariableGetScope(of)});
    vec_push(&f->out->vars, v);
}

/* Has the value a register that is its own to the end? */
static bool lasting(const val *x)
{
    return x->kind == VAL_OWN && !x->fused && x->reg != NO_REG && (!x->local || !x->opcode);
}

static void becomes(fn *f, val *call, val *x)
{
    variable v = {.from = f->code.n, .place = VAR_REG};
    LLVMValueRef key = LLVMGetOperand(call->v, 1);

    close_var(f, key);
    while (x && x->kind == VAL_FORWARD && x->offset == 0)
        x = scan_val(f, x->base);
    if (!x || !lasting(x) || !debug_local(f->l->dbg, call->v, &v))
        return;
    v.reg = (u16)x->reg;
    vec_push(&f->open_vars, (open_var){key, f->out->vars.n});
    vec_push(&f->out->vars, v);
}

void vars_note(fn *f, val *x)
{
    LLVMValueRef v = described(x->v);
    val *place = v ? scan_val(f, v) : NULL;

    if (f->out->runtime)
        return;
    if (intrinsic_is(x->v, "dbg.declare"))
        declare(f, x, place);
    else
        becomes(f, x, place);
}

void vars_block_end(fn *f)
{
    for (u32 i = 0; i < f->open_vars.n; i++)
        f->out->vars.at[f->open_vars.at[i].var].to = f->code.n;
    vec_clear(&f->open_vars);
}

void vars_finish(fn *f)
{
    extend_scopes(f);
    for (u32 i = 0; i < f->declared.n; i++) {
        variable *v = &f->out->vars.at[f->declared.at[i].var];
        u32 scope = scope_index(f, f->declared.at[i].scope), end = f->scopes.at[scope].end;
        v->to = end > v->from ? end : f->code.n;
    }
}

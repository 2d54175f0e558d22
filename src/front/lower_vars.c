/* Variables by name: which register or object holds each, and between which instructions.
 *
 * A declared variable has its place from the declaration to the last end of its lifetime, or to the
 * end of the function.  In optimised code a variable is known where the debug information says which
 * value it has and that value's register is not reused: from there to the end of the block or to the
 * next word on it. */
#include "front/lower_state.h"

#include <llvm-c/DebugInfo.h>

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
    vec_push(&f->out->vars, v);
    x->var = f->out->vars.n;
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

    if (intrinsic_is(x->v, "dbg.declare"))
        declare(f, x, place);
    else
        becomes(f, x, place);
}

void vars_life_end(fn *f, val *alloca)
{
    if (alloca->var)
        f->out->vars.at[alloca->var - 1].to = f->code.n;
}

void vars_block_end(fn *f)
{
    for (u32 i = 0; i < f->open_vars.n; i++)
        f->out->vars.at[f->open_vars.at[i].var].to = f->code.n;
    vec_clear(&f->open_vars);
}

void vars_finish(fn *f)
{
    for (u32 i = 0; i < f->out->vars.n; i++)
        if (f->out->vars.at[i].to > f->code.n)
            f->out->vars.at[i].to = f->code.n;
}

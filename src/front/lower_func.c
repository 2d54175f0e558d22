/* One function: prologue, blocks in their order, and what is left to do when all code is there.
 *
 * Every position emits its code, then gives back the registers whose last use it was. */
#include "front/clocks.h"
#include "front/lower_state.h"
#include "front/query.h"

/* ---- signatures ---- */

static void add_letters(lower *l, text *out, LLVMTypeRef t)
{
    shape_letters(shape_of(l, t), out);
}

u32 func_signature(lower *l, LLVMTypeRef t)
{
    u32 n = LLVMCountParamTypes(t);
    LLVMTypeRef *params = mem_alloc((n + 1) * sizeof *params);
    text s = {0};

    LLVMGetParamTypes(t, params);
    for (u32 i = 0; i < n; i++)
        add_letters(l, &s, params[i]);
    if (LLVMIsFunctionVarArg(t))
        text_addc(&s, '.');
    text_addc(&s, ':');
    add_letters(l, &s, LLVMGetReturnType(t));
    u32 index = lower_signature(l, text_str(&s));
    text_free(&s);
    mem_free(params);
    return index;
}

/* ---- code ---- */

static void undefine_slots(fn *f)
{
    for (u32 i = 0; i < f->slots.n; i++)
        for (u32 k = 0; f->slots.at[i].undefined && k < f->slots.at[i].shape->nregs; k++)
            emit(f, OP_UNDEF, f->slots.at[i].reg + k, 0, 0, 0);
}

static void expire(fn *f, u32 pos)
{
    for (u32 i = f->vals.at[pos].expire; i != UINT32_MAX; i = f->vals.at[i].next)
        if (f->vals.at[i].reg != NO_REG)
            regs_release(f, f->vals.at[i].reg, f->vals.at[i].shape->nregs);
}

static void reject_own_clock(fn *f, LLVMValueRef v)
{
    const char *wait = clocks_own_inlined(f->l->dbg, &f->l->own_clocks, v);

    if (wait)
        lower_reject(f->l, "function '%s' " CLOCKS_OWN, wait);
}

static void lower_position(fn *f, u32 pos, bool last)
{
    val *x = &f->vals.at[pos];
    srcloc at;

    debug_loc(f->l->dbg, x->v, &at);
    if (at.line) {
        f->loc = at;
        f->guessing = false;
    }
    f->l->at = f->loc;
    if (at.line && !f->out->runtime)
        f->l->user = at;
    f->pos = pos;
    if (f->optimised)
        reject_own_clock(f, x->v);
    if (last)
        flow_lower(f, x);
    else
        insn_lower(f, x);
    regs_done(f);
    expire(f, pos);
    vars_position(f, x->v);
}

static void lower_block(fn *f, u32 b)
{
    block k = f->blocks.at[b];

    f->block = b;
    f->guessing = b > 0;
    emit_place(f, k.label);
    for (u32 pos = k.first; pos < k.end; pos++)
        lower_position(f, pos, pos + 1 == k.end);
    vars_block_end(f);
}

/* ---- the end ---- */

static void remember_labels(fn *f)
{
    for (u32 i = 0; f->computed_goto && i < f->blocks.n; i++)
        map_put(&f->l->labels, map_key(f->blocks.at[i].v), f->labels.at[f->blocks.at[i].label]);
}

static void hand_over(fn *f)
{
    func *o = f->out;

    places_keep(f);

    if (f->regclass.n > UINT16_MAX || o->nparams > UINT16_MAX) {
        f->l->at = o->decl;
        lower_refuse(f->l, "function '%s' needs %u registers, more than %u; split it", o->name,
                     f->regclass.n, UINT16_MAX);
    }
    o->ncode = f->code.n;
    o->code = f->code.at;
    o->where = f->where.at;
    o->nregs = f->regclass.n;
    o->regclass = f->regclass.at;
}

static void release(fn *f)
{
    map_free(&f->index_of);
    map_free(&f->block_of);
    vec_free(&f->vals);
    vec_free(&f->blocks);
    vec_free(&f->slots);
    vec_free(&f->labels);
    vec_free(&f->free[REG_INT]);
    vec_free(&f->free[REG_PTR]);
    vec_free(&f->runs);
    vec_free(&f->scratch);
    vec_free(&f->stubs);
    vec_free(&f->incoming);
    vec_free(&f->readers);
    vec_free(&f->writer);
    vec_free(&f->open_vars);
    vec_free(&f->declared);
    vec_free(&f->scopes);
    vec_free(&f->guessed);
    map_free(&f->scope_of);
}

void func_lower(lower *l, LLVMValueRef v, u32 index)
{
    fn f = {.l = l,
            .v = v,
            .index = index,
            .out = l->p->funcs.at[index],
            .first_fix = l->fixes.n,
            .first_c_label = l->c_labels.n};
    LLVMTypeRef t = LLVMGlobalGetValueType(v), result = LLVMGetReturnType(t);

    l->now = &f;
    f.loc = l->at = f.out->decl;
    l->user = l->reached.at[f.out->object];
    f.optimised = lower_has_attribute(v, LOWER_RUNTIME_ATTRIBUTE) ||
                  (l->o.optimised && !lower_has_attribute(v, QUERY_ATTRIBUTE));
    f.out->nresults = shape_of(l, result)->nregs;
    f.out->signature = func_signature(l, t);
    f.out->variadic = LLVMIsFunctionVarArg(t);
    scan_function(&f);
    undefine_slots(&f);
    for (u32 b = 0; b < f.blocks.n; b++)
        lower_block(&f, b);
    vars_finish(&f);
    tidy_code(&f);
    remember_labels(&f);
    l->now = NULL;
    hand_over(&f);
    release(&f);
}

/* Registers of one function.
 *
 * A register has one class for the whole function.  Values used in their own block alone live in
 * temporaries that are given back after the last use; everything else has a register for itself.
 * A function that may return twice from a call never gives one back, since a second return may find
 * any register in use. */
#include "front/lower_state.h"

u32 regs_new(fn *f, const u8 *classes, u32 n)
{
    u32 first = f->regclass.n;

    for (u32 i = 0; i < n; i++)
        vec_push(&f->regclass, classes[i]);
    return first;
}

static bool take_run(fn *f, const u8 *classes, u32 n, u32 *reg)
{
    u32 tries = 32;

    for (u32 i = f->runs.n; i-- > 0 && tries-- > 0;) {
        run r = f->runs.at[i];
        if (r.n != n || memcmp(f->regclass.at + r.reg, classes, n) != 0)
            continue;
        f->runs.at[i] = vec_last(&f->runs);
        f->runs.n--;
        *reg = r.reg;
        return true;
    }
    return false;
}

static u32 regs_temp(fn *f, const u8 *classes, u32 n)
{
    u32 reg;

    if (n == 1 && f->free[classes[0]].n)
        return vec_pop(&f->free[classes[0]]);
    if (n > 1 && take_run(f, classes, n, &reg))
        return reg;
    return regs_new(f, classes, n);
}

void regs_release(fn *f, u32 reg, u32 n)
{
    if (f->no_reuse || n == 0)
        return;
    if (n == 1)
        vec_push(&f->free[f->regclass.at[reg]], reg);
    else
        vec_push(&f->runs, (run){reg, n});
}

u32 regs_scratch_run(fn *f, const u8 *classes, u32 n)
{
    u32 reg = regs_temp(f, classes, n);

    vec_push(&f->scratch, (run){reg, n});
    return reg;
}

u32 regs_scratch(fn *f, u8 class)
{
    return regs_scratch_run(f, &class, 1);
}

u32 regs_scratch_ints(fn *f, u32 n)
{
    u8 classes[HUGE_WORDS + 1] = {REG_INT};

    _Static_assert(REG_INT == 0, "the zeroed rest is of that class too");

    if (n > LENGTH(classes))
        die("scratch run of %u registers", n);
    return regs_scratch_run(f, classes, n);
}

void regs_done(fn *f)
{
    while (f->scratch.n) {
        run r = vec_pop(&f->scratch);
        regs_release(f, r.reg, r.n);
    }
}

u32 regs_dest(fn *f, val *x)
{
    if (x->fused)
        return f->slots.at[x->slot].reg;
    if (x->reg == NO_REG)
        x->reg = regs_temp(f, x->shape->classes, x->shape->nregs);
    return x->reg;
}

/* Exceptions: a call that may throw has a CATCH behind it, whose object lists what is to be done
 * with which exception (front/lower_unwind.c).  The runtime, which knows types, asks for these
 * lists frame by frame, and says which frame control goes to. */
#include "vm/builtin.h"

#include "base/mutant.h"

#include <assert.h>

/* The CATCH behind the call that the frame waits at; NULL: it lets exceptions pass. */
static const insn *catches(const machine *m, const frame *f)
{
    const func *fn = m->prog->funcs.at[f->func];

    return f->pc + 1 < fn->ncode && fn->code[f->pc + 1].op == OP_CATCH ? &fn->code[f->pc + 1]
                                                                       : NULL;
}

static u64 landing(const machine *m, const thread *t, u32 level)
{
    const insn *i = level < t->frames.n ? catches(m, &t->frames.at[t->frames.n - 1 - level]) : NULL;

    if (level >= t->frames.n)
        return 1;
    return i && level ? i->imm : 0;
}

ran builtin_landing(builtin_call *c)
{
    return builtin_result(c, landing(c->m, c->t, (u32)c->args[0]));
}

/* The locals of the frames that are left end, as they do where a function returns; what their
 * clean-ups have to do was done: each has a CATCH of its own, where the runtime stops. */
ran call_unwind(machine *m, const insn *i)
{
    thread *t = this_thread(m);
    u32 level = (u32)t->regs.at[top_frame(t)->base + i->a], depth = t->frames.n - level;

    assert(level && level < t->frames.n && catches(m, &t->frames.at[depth - 1]));
    if (m->place.asked && place_waits(m))
        return RAN_REST;
    if (frame_ends(m, depth, 0) != RAN_ON)
        return RAN_REST;
    if (m->opt.progress)
        spin_unwind(m, t, depth, t->frames.at[depth - 1].pc + 2);
    while (t->frames.n > depth) {
        if (MUTANT(UNWIND_LOCALS))
            top_frame(t)->seq = 0;
        frame_pop(m, t);
    }
    frame *f = top_frame(t);
    u32 flag = f->base + catches(m, f)->a;

    t->regs.at[flag] = !MUTANT(UNWIND_FLAG);
    if (f->slow)
        t->shades[flag] = (shade){0};
    f->pc += 2;
    return m->place.asked && place_changed(m) ? RAN_REST : RAN_ON;
}

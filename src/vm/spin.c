/* Progress: a step makes some when the thread leaves a loop that has an exit (program/loops.h), and
 * when it begins or ends where no frame of the user's code is inside one.  The dispatch loops that
 * may end a step anywhere look at each jump; the others know nothing of it. */
#include "program/loops.h"
#include "vm/machine.h"

#include <string.h>

void spin_open(const machine *m)
{
    u32 n = m->prog->query_funcs ? m->prog->query_funcs : m->prog->funcs.n;

    for (u32 k = 0; m->opt.progress && k < n; k++)
        if (!m->prog->funcs.at[k]->runtime)
            loops_find(m->prog->funcs.at[k]);
}

static bool spins_in(const machine *m, const frame *f)
{
    const func *fn = m->prog->funcs.at[f->func];

    return fn->loops && loops_inside(fn, f->pc);
}

bool spin_inside(const machine *m, const thread *t)
{
    for (u32 k = 0; k < t->frames.n; k++)
        if (spins_in(m, &t->frames.at[k]))
            return true;
    return false;
}

/* Inlined code has a file of its own for reports (session/frames.c), of the same name. */
static bool in_one_file(const machine *m, srcloc a, srcloc b)
{
    return a.file == b.file || !strcmp(m->prog->files.at[a.file], m->prog->files.at[b.file]);
}

/* The line of the loop is the least of its jumps. */
static void follow_trail(const machine *m, u32 from, u32 to)
{
    spin_trail *w = m->trail;
    const thread *t = &m->threads.at[m->running];
    const frame *f = top_frame((thread *)t);
    func *fn = m->prog->funcs.at[f->func];
    srcloc line = vm_line_of(fn, from);

    if (w->depth && t->frames.n > w->depth)
        return;
    loops_find(fn);
    if (!w->depth || t->frames.n < w->depth)
        *w = (spin_trail){
            .depth = t->frames.n, .func = f->func, .loop = loops_at(fn, from), .pc = from};
    w->loop = loops_around(fn, loops_around(fn, w->loop, loops_at(fn, from)), loops_at(fn, to));
    if (!w->line.line || (line.line && line.line < w->line.line && in_one_file(m, line, w->line)))
        w->line = line;
}

void spin_jump(machine *m, const func *fn, u32 from, u32 to)
{
    m->step.progressed |= fn->loops && loops_left(fn, from, to);
    if (UNLIKELY(m->trail != NULL))
        follow_trail(m, from, to);
}

void spin_unwind(machine *m, const thread *t, u32 depth, u32 pc)
{
    const frame *f = &t->frames.at[depth - 1];

    for (u32 k = depth; k < t->frames.n; k++)
        m->step.progressed |= spins_in(m, &t->frames.at[k]);
    spin_jump(m, m->prog->funcs.at[f->func], f->pc, pc);
}

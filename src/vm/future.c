/* What a thread may still do: what the code of its frames may do from where they are, and what the
 * live registers of its frames point to.  program/future.c has the argument. */
#include "vm/machine.h"

#include "program/future.h"

#include <string.h>

typedef struct answer {
    machine *m;
    u64 *bits;
    u32 words; /* of them that hold static objects */
    u32 flags;
} answer;

static void add_set(answer *a, const future_set *set)
{
    for (u32 k = 0; k < a->words; k++)
        a->bits[k] |= set->objects[k];
    a->flags |= set->flags;
}

static void add_pointer(answer *a, u64 p)
{
    u32 id = POINTER_OBJECT(p);

    if (!POINTER_IS(p) || id > a->m->mem.nstatic)
        return;
    if (id < a->words * 64)
        a->bits[id >> 6] |= 1ull << (id & 63);
    if (a->m->objects.at[id].kind == OC_FUNC && future_calls(a->m->prog, id))
        add_set(a, future_at(a->m->prog, a->m->prog->objects.at[id].func, 0, false));
}

static void add_frame(answer *a, const thread *t, u32 k)
{
    const frame *f = &t->frames.at[k];
    const future_set *set = future_at(a->m->prog, f->func, f->pc, k + 1 < t->frames.n);
    const u64 *regs = t->regs.at + f->base;

    add_set(a, set);
    for (u32 r = 0; r < set->nregs; r++)
        add_pointer(a, regs[set->regs[r]]);
}

/* Numbers that are no static object's count as touched. */
static void clear(answer *a, u32 words)
{
    u32 all = a->m->mem.nstatic + 1;

    memset(a->bits, 0, words * sizeof *a->bits);
    if (all / 64 >= words)
        return;
    a->bits[all / 64] = ~(u64)0 << all % 64;
    memset(a->bits + all / 64 + 1, 0xff, (words - all / 64 - 1) * sizeof *a->bits);
}

u32 vm_future(sys *s, u16 slot, u64 *bits, u32 words)
{
    machine *m = vm_of(s);
    const thread *t = &m->threads.at[slot];
    u32 known = future_words(m->prog);
    answer a = {.m = m, .bits = bits, .words = known < words ? known : words};

    if (!words)
        return known;
    clear(&a, words);
    if (t->state == TS_FREE || t->state == TS_OVER)
        return 0;
    if (m->mem.static_at) /* a number may come back as a pointer to any of them */
        memset(bits, 0xff, words * sizeof *bits);
    for (u32 k = 0; k < t->frames.n; k++)
        add_frame(&a, t, k);
    add_pointer(&a, t->wait_at);
    for (u32 k = 0; t->buffer && buffer_target(m, t, k) && !MUTANT(BUFFER_FUTURE); k++)
        add_pointer(&a, buffer_target(m, t, k));
    return (a.flags & CODE_EXITS ? FUTURE_EXITS : 0u) |
           (a.flags & CODE_MEDDLES ? FUTURE_MEDDLES : 0u);
}

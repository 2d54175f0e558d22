/* Deadlocks of some threads: a circle of threads each of which waits for a mutex that the next one
 * holds, or for its end.  Nobody outside can release them: only the holder unlocks, and a join is
 * left out where the program cancels threads.  Timed waits are no part of one. */
#include "vm/machine.h"

/* Of the word of a mutex; those of readers and writers have their highest bit in the guard. */
static bool waits_for_mutex(const event *e)
{
    u32 guard = (u32)(e->value >> 32), number = (u32)e->value;

    return e->kind == EV_LOCK && e->flags & EVF_GUARD && e->flags & EVF_WORD &&
           (guard & GUARD_MASK) == GUARD_LOCK && !(guard & GUARD_TIMED) && !(number >> 31);
}

/* The thread that this one waits for, or NO_THREAD. */
static u16 awaited(machine *m, u16 slot)
{
    thread *t = &m->threads.at[slot];
    u64 other = m->threads.n;
    event e;
    u32 choices;
    bool enabled;

    if (t->state != TS_READY || t->local)
        return NO_THREAD;
    pending_event(m, slot, &e, &choices, &enabled);
    if (enabled)
        return NO_THREAD;
    if (waits_for_mutex(&e))
        other = ((u32)e.old & LOCK_NUMBER) - 1;
    else if (e.kind == EV_JOIN && e.flags & EVF_GUARD && !m->uses.cancels)
        other = e.value;
    return other < m->threads.n && other != slot ? (u16)other : NO_THREAD;
}

u16 circle_find(machine *m)
{
    if (m->opt.symmetry)
        return NO_THREAD;
    for (u32 k = 0; k < m->threads.n; k++) {
        u16 at = awaited(m, (u16)k);

        for (u32 i = 0; i < m->threads.n && at != NO_THREAD && at != k; i++)
            at = awaited(m, at);
        if (at == k)
            return at;
    }
    return NO_THREAD;
}

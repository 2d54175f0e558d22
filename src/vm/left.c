/* What a step leaves behind for other threads: nothing, locks that were taken or given back, or a
 * change.  By the states before and after it where only the thread itself differs; else, where
 * memory of its own came, went or was numbered anew, by the events of the step, and where these
 * leave it open by what others see of both states. */
#include "base/mutant.h"
#include "vm/machine.h"

#include <limits.h>
#include <string.h>

static bool is_lock(const event *e)
{
    switch (e->kind) {
    case EV_LOCK:
    case EV_TRYLOCK:
    case EV_UNLOCK:
    case EV_READ_LOCK:
    case EV_WAIT:
    case EV_WOKEN:
    case EV_SIGNAL:
    case EV_BROADCAST:
        return true;
    default:
        return false;
    }
}

static bool same_value(const event *e)
{
    return (e->flags & (EVF_VALUE | EVF_UNDEFINED)) == EVF_VALUE && e->value == e->old;
}

static trace_left left_by(const event *e, bool by_lock)
{
    if (e->flags & EVF_OWN && !MUTANT(HANG_PRIVATE))
        return LEFT_NOTHING;
    switch (e->kind) {
    case EV_NONE:
    case EV_READ:
    case EV_START:
    case EV_CHOOSE:
    case EV_ATOMIC:
    case EV_OUTPUT:
    case EV_PAUSE:
    case EV_BUFFER:
    case EV_FORWARD:
        return LEFT_NOTHING;
    case EV_WRITE:
    case EV_UPDATE:
        if (same_value(e) || MUTANT(HANG_WRITES))
            return LEFT_NOTHING;
        return by_lock && e->flags & EVF_RUNTIME ? LEFT_LOCKS : LEFT_CHANGE;
    default:
        return is_lock(e) ? LEFT_LOCKS : LEFT_CHANGE;
    }
}

/* Is the state but for this thread the same?  What orders its accesses others cannot see. */
bool left_to_itself(const machine *m, state_key a, state_key b, u16 slot)
{
    u32 n, k;
    const u32 *x = intern_get(m->table, (u32)a, &n), *y = intern_get(m->table, (u32)b, &k);
    u32 own = root_threads(m) + slot, races = m->race ? root_races(m) : own;

    if (n != k)
        return false;
    for (u32 i = 0; i < n; i++)
        if (i != own && i != races && x[i] != y[i])
            return false;
    return true;
}

/* Is an object that counts as shared one that others can reach?  Where what was shared once stays
 * so (stateless searches), a single thread may have it by now, unless all know its name. */
static bool surely_seen(const machine *m, u64 name)
{
    return !m->opt.lasting || name <= m->mem.nstatic || MUTANT(HANG_SHARED);
}

/* Does it say by itself that what others see is another now? */
static bool is_certain(const machine *m, const event *e)
{
    bool stored = e->kind == EV_WRITE || e->kind == EV_UPDATE;

    return e->kind == EV_CREATE || e->kind == EV_THREAD_EXIT || e->kind == EV_EXIT ||
           (stored && e->flags & EVF_VALUE && !(e->flags & (EVF_OWN | EVF_UNDEFINED)) &&
            e->value != e->old && surely_seen(m, e->object));
}

bool left_for_certain(const machine *m, const taken *t)
{
    for (u32 i = 0; i < t->events.n; i++)
        if (is_certain(m, &t->events.at[i]))
            return true;
    return false;
}

trace_left left_by_events(const taken *t)
{
    const event *lock = NULL; /* the last one, of an atomic section too */
    trace_left most = LEFT_NOTHING;

    for (u32 i = 0; i < t->events.n; i++) {
        const event *e = &t->events.at[i];

        if (is_lock(e))
            lock = e;
        trace_left one =
            left_by(e, is_lock(&t->events.at[0]) || (lock && lock->object == e->object));

        if (one > most)
            most = one;
    }
    return most;
}

/* The object that others can reach, or the one with no contents. */
static const object *seen_object(const machine *m, u64 pointer)
{
    u32 id = POINTER_IS(pointer) ? POINTER_OBJECT(pointer) : 0;
    const object *o = &m->objects.at[id];
    bool seen = o->flags & OF_SHARED && surely_seen(m, id);

    return seen || MUTANT(HANG_PRIVATE) ? o : &m->objects.at[0];
}

/* Will the thread's next step, a store of a word, find another value there?  What is private may be
 * stored by a step of its own (tau). */
static bool stores_other(const machine *m, const thread *t)
{
    const frame *f = &t->frames.at[t->frames.n - 1];
    const insn *i = &m->prog->funcs.at[f->func]->code[f->pc];
    const u64 *r = t->regs.at + f->base;
    opcode_traits does = opcode_does[i->op];
    u32 size = does.access == OPCODE_STORES && does.bytes <= 8 ? does.bytes : 0;
    u32 offset = POINTER_OFFSET(r[i->b]) + i->x;
    const object *o = seen_object(m, size ? r[i->b] : 0);

    if (!o->data || o->flags & (OF_DEAD | OF_POINTERS | OF_SHADOW) ||
        (u64)offset + size > o->size || f->slow)
        return false;
    return memcmp(o->data + offset, &r[i->a], size) != 0;
}

/* A compare-exchange that will succeed: with another value? */
static bool exchanges_other(const machine *m, const thread *t)
{
    const frame *f = &t->frames.at[t->frames.n - 1];
    const insn *i = &m->prog->funcs.at[f->func]->code[f->pc];
    const u64 *r = t->regs.at + f->base;

    return i->op == OP_CMPXCHG && seen_object(m, r[i->b])->data && r[i->c] != r[i->x & 0xffff];
}

static bool changes(const machine *m, const thread *t, const event *e)
{
    switch (e->kind) {
    case EV_EXIT:
    case EV_RESET:
    case EV_CREATE:
    case EV_THREAD_EXIT:
        return true;
    case EV_SEM_POST: /* which fails where the value is the largest there is */
        return !(e->flags & EVF_WORD) || e->old <= INT_MAX || MUTANT(HANG_FULL);
    case EV_WRITE:
        return stores_other(m, t);
    case EV_UPDATE:
        return exchanges_other(m, t);
    default:
        return false;
    }
}

/* Nobody moves while another thread is in a section, and stays there. */
static bool kept_out(const machine *m, u32 slot)
{
    return m->atomic_owner && m->atomic_owner != slot + 1 && !MUTANT(HANG_BARRED);
}

bool left_soon(machine *m)
{
    for (u32 k = 0; m->live_threads > 1 && k < m->threads.n; k++) {
        const thread *t = &m->threads.at[k];
        event e;
        u32 choices;
        bool enabled;

        if (t->state != TS_READY || t->local || kept_out(m, k))
            continue;
        pending_event(m, (u16)k, &e, &choices, &enabled);
        if (enabled && changes(m, t, &e))
            return true;
    }
    return false;
}

/* Who can go on, and the events of what threads are about to do.  Events carry the word that the
 * guard speaks of, as those of the machine do, so that dynamic reduction knows which of two
 * operations could have come first. */
#include "native/guards.h"
#include "base/mutant.h"
#include "native/access.h"
#include "native/channels.h"
#include "native/mqueues.h"
#include "native/place.h"
#include "native/processes.h"
#include "native/semaphores.h"
#include "native/signals.h"

#include <signal.h>

static const u8 kinds[NATIVE_OPERATIONS] = {
#define OPERATION(name, event, ...) EV_##event,
#include "native/operations.def"
};

static const u8 guards[NATIVE_OPERATIONS] = {
#define OPERATION(name, event, size, family, guard, ...) GUARD_##guard,
#include "native/operations.def"
};

/* The guard of an operation that may block; GUARD_ALWAYS: it does not. */
static u64 guard_of(u32 slot, const native_slot *s)
{
    u32 kind = guards[s->operation];

    if (s->operation == NATIVE_SEMOP)
        return semaphores_guard(s);
    if (kind == GUARD_LOCK || kind == GUARD_SHARE)
        return event_guard(kind,
                           native_in(s->operation, FAMILY_RWLOCK) ? writer_mark(slot) : slot + 1);
    return event_guard(kind, kind == GUARD_NE ? ONCE_RUNNING : 0);
}

bool guards_timed(const native_slot *s)
{
    if (native_in(s->operation, FAMILY_CHANNEL))
        return s->other & IPC_TIMED;
    return native_is(s->operation, IS_TIMED) ||
           (native_is(s->operation, IS_TIMED_IF) && s->other & NATIVE_TIMED_FLAG);
}

/* How many are left; the end of a first thread counts as that of a last one. */
static u64 exit_value(const model *m, u32 slot)
{
    u32 home = m->shared->homes[slot];

    if (slot == home)
        return 1;
    return m->tasks[home].over ? processes_left(m, home) : UINT64_MAX;
}

static u64 thread_value(const model *m, u32 slot, const native_slot *s)
{
    switch (s->operation) {
    case NATIVE_CREATE:
    case NATIVE_FORK:
        return m->threads;
    case NATIVE_JOIN:
    case NATIVE_TRYJOIN:
    case NATIVE_TIMEDJOIN:
    case NATIVE_EXIT:
        return s->argument;
    case NATIVE_THREAD_EXIT:
        return exit_value(m, slot);
    default:
        return 0;
    }
}

event guards_event(const model *m, u32 slot, const native_slot *s)
{
    event e = {.kind = kinds[s->operation],
               .flags = EVF_VISIBLE | EVF_LASTING,
               .thread = (u16)slot,
               .func = s->operation,
               .size = native_rows[s->operation].size};
    u64 guard = guard_of(slot, s);
    const native_object *o = s->object ? model_find(m, s->object) : NULL;

    if (native_in(s->operation, FAMILY_ACCESS))
        return access_event(slot, s);
    if (native_in(s->operation, FAMILY_CHANNEL)) {
        channels_event(&m->shared->ipc, s, &e);
        mqueues_event(m, slot, s, &e);
        return e;
    }
    if (native_in(s->operation, FAMILY_SIGNAL)) {
        signals_event(m->shared, s, &e);
        return e;
    }
    if (s->object)
        place_event(&e, s->object);
    if (s->operation == NATIVE_WAIT_CHILD && !s->argument)
        e.flags |= EVF_OPAQUE; /* any child */
    if (s->operation == NATIVE_EXEC && signals_caught(m->shared, slot, SIGCHLD))
        e.flags |= EVF_OPAQUE; /* a child that ends sends its signal only before */
    if (s->operation == NATIVE_EXIT && m->shared->processes > 1) {
        e.kind = EV_SYNC; /* another thread forked meanwhile: the run goes on */
        e.flags |= EVF_OPAQUE;
    }
    if (s->operation == NATIVE_THREAD_EXIT)
        e.flags |= EVF_ASIDE; /* who goes on next says so */
    e.value = thread_value(m, slot, s);
    if (guard >> 32 != GUARD_ALWAYS) {
        e.flags |= EVF_GUARD;
        e.value = guard | (guards_timed(s) ? (u64)GUARD_TIMED << 32 : 0);
    } else if (native_is(s->operation, IS_GUARDED)) {
        e.flags |= EVF_GUARD;
    }
    if (native_in(s->operation, FAMILY_SYSV))
        semaphores_event(m, s, &e);
    if (o && kinds[s->operation] != EV_WAIT && !native_is(s->operation, IS_LET_GO) &&
        s->operation != NATIVE_SEMOPS) {
        e.flags |= EVF_WORD;
        e.old = o->word;
    }
    return e;
}

bool guards_hold(const model *m, u32 slot, const native_slot *s)
{
    u64 guard = guard_of(slot, s);
    const native_object *o = s->object ? model_find(m, s->object) : NULL;

    if (s->operation == NATIVE_TIMER && m->tasks[m->tasks[slot].above].ended)
        return false;
    if (native_in(s->operation, FAMILY_CHANNEL))
        return channels_ready(&m->shared->ipc, s);
    if (native_in(s->operation, FAMILY_SIGNAL))
        return signals_ready(m, slot, s);
    switch (s->operation) {
    case NATIVE_SEMOPS:
        return semaphores_hold(m, s);
    case NATIVE_PARKED:
        return MUTANT(NATIVE_PARKED_GOES);
    case NATIVE_START:
        return !slot || slot >= m->programs || m->started;
    case NATIVE_JOIN:
    case NATIVE_TIMEDJOIN:
        return s->argument >= m->threads || s->argument == slot || m->tasks[s->argument].over;
    case NATIVE_WAIT_CHILD:
        return s->other & NATIVE_NO_WAIT || processes_children(m, slot, s, true) ||
               !processes_children(m, slot, s, false);
    case NATIVE_VFORK_WAIT:
        return m->tasks[s->argument].executed || m->tasks[s->argument].ended;
    case NATIVE_BARRIER_LEAVE:
        return !m->tasks[slot].barrier;
    case NATIVE_COND_WOKEN:
    case NATIVE_COND_TIMED:
        return m->tasks[slot].signalled;
    default:
        return !o || o->dead || event_guard_holds(guard, o->word);
    }
}

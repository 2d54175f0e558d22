/* The effects of operations on objects: locks, conditions, barriers, once, semaphores.
 *
 * An operation takes effect only while its guard holds: what is taken here was free. */
#include "native/effects.h"
#include "base/mutant.h"
#include "native/guards.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>

enum { NORMAL, RECURSIVE, CHECKING }; /* mutexes */

static bool lock(model *m, native_object *o, u32 slot, native_slot *s)
{
    if (o->word != slot + 1) {
        assert(!o->word);
        o->word = slot + 1;
        o->lock = true;
        o->caller = s->caller;
        o->depth = 1;
        return true;
    }
    if (s->argument == RECURSIVE)
        o->depth++;
    else if (s->argument == CHECKING)
        s->status = EDEADLK;
    else
        return model_wrong(m, ERR_RELOCK, "the thread locks a mutex that it holds");
    return true;
}

static bool unlock(model *m, native_object *o, u32 slot, native_slot *s)
{
    if (o->word == slot + 1) {
        assert(o->depth);
        if (--o->depth == 0)
            o->word = 0;
        return true;
    }
    if (s->argument == NORMAL)
        return model_wrong(m, ERR_UNLOCK, "the thread unlocks what it does not hold");
    s->status = EPERM;
    return true;
}

static void write_lock(native_object *o, u32 slot)
{
    assert(!o->word);
    o->word = writer_mark(slot);
}

static void read_lock(native_object *o, u32 slot, native_slot *s)
{
    assert((i32)o->word >= (i32)o->reads[slot]);
    s->result = o->reads[slot] ? NATIVE_READ_TWICE : 0;
    o->word++;
    o->reads[slot]++;
}

static bool rw_unlock(model *m, native_object *o, u32 slot)
{
    if (o->word == writer_mark(slot)) {
        o->word = 0;
    } else if ((i32)o->word > 0 && (o->reads[slot] || MUTANT(NATIVE_RW_UNLOCK))) {
        o->word--;
        o->reads[slot]--;
    } else {
        return model_wrong(m, ERR_UNLOCK, "the thread unlocks what it does not hold");
    }
    return true;
}

static bool wait_at(model *m, u32 slot, native_slot *s)
{
    const native_object *mutex = model_find(m, s->argument);

    if ((!mutex || mutex->word != slot + 1) && s->other != NORMAL) {
        s->status = EPERM; /* what the unlock says */
        return true;
    }
    if (!mutex || mutex->word != slot + 1)
        return model_wrong(m, ERR_WAIT_UNLOCKED,
                           "the thread does not hold the mutex it waits with");
    m->tasks[slot].waits = s->object;
    m->tasks[slot].signalled = false;
    m->shared->waited |= 1ull << slot;
    return true;
}

static void wake_up(model *m, u32 slot, native_slot *s, move_kind kind)
{
    assert(m->tasks[slot].waits == s->object);
    assert(kind == MOVE_RUN ? m->tasks[slot].signalled : kind != MOVE_SPURIOUS || m->spurious);
    m->tasks[slot].waits = 0;
    m->tasks[slot].signalled = false;
    m->spurious -= kind == MOVE_SPURIOUS;
    s->status = kind == MOVE_TIMEOUT ? ETIMEDOUT : 0;
}

/* One of those that wait, or all. */
static void signal_waiters(model *m, const native_slot *s, u32 choice, bool all)
{
    m->woken = 0;
    for (u32 i = 0; i < m->threads; i++) {
        task *t = &m->tasks[i];

        if (t->waits == s->object && !t->signalled && (all || choice-- == 0)) {
            t->signalled = true;
            m->woken |= 1ull << i;
            if (!all)
                return;
        }
    }
}

/* The last one lets all go; from then on they have nothing to do with the barrier, which may be
 * destroyed and made anew. */
static void arrive_at_barrier(model *m, native_object *o, u32 slot, native_slot *s)
{
    assert(o->word < o->limit && !m->tasks[slot].barrier);
    m->tasks[slot].barrier = o->address;
    if (++o->word < o->limit)
        return;
    o->word = 0;
    for (u32 i = 0; i < m->threads; i++)
        if (m->tasks[i].barrier == o->address)
            m->tasks[i].barrier = 0;
    s->status = PTHREAD_BARRIER_SERIAL_THREAD;
}

static bool remake(model *m, native_object *o, const native_slot *s)
{
    u64 address = o->address;
    bool used = s->word == NATIVE_SEEN &&
                (s->operation == NATIVE_COND_INIT ? model_waiters(m, address) != 0
                                                  : s->operation != NATIVE_SEM_INIT && o->word);

    if (used)
        return model_wrong(m, ERR_IN_USE, "it is initialised while in use");
    *o = (native_object){.address = address, .made = true, .caller = s->caller};
    if (s->operation == NATIVE_SEM_INIT)
        o->word = (u32)s->argument;
    o->limit = (u32)s->argument;
    return true;
}

static bool destroy(model *m, native_object *o, const native_slot *s)
{
    if (s->operation == NATIVE_COND_DESTROY ? model_waiters(m, o->address) != 0
                                            : s->operation != NATIVE_SEM_DESTROY && o->word)
        return model_wrong(m, ERR_IN_USE, "it is destroyed while in use");
    *o = (native_object){.address = o->address, .dead = true};
    return true;
}

static i32 too_late(const native_slot *s)
{
    return s->operation == NATIVE_MUTEX_TIMEDLOCK && s->other & NATIVE_WRONG_TIME ? EINVAL
                                                                                  : ETIMEDOUT;
}

static bool take_lock(model *m, native_object *o, u32 slot, native_slot *s)
{
    bool mine = o->word == slot + 1 && s->argument == RECURSIVE;

    switch (s->operation) {
    case NATIVE_MUTEX_TRYLOCK:
    case NATIVE_SPIN_TRYLOCK:
        if (!o->word || mine)
            return lock(m, o, slot, s);
        s->status = EBUSY;
        return true;
    case NATIVE_MUTEX_TIMEDLOCK: /* in vain, of a mutex that the thread holds */
        if (o->word != slot + 1 || s->argument != NORMAL)
            return lock(m, o, slot, s);
        s->status = too_late(s);
        return true;
    case NATIVE_MUTEX_UNLOCK:
    case NATIVE_COND_UNLOCK:
    case NATIVE_SPIN_UNLOCK:
        return unlock(m, o, slot, s);
    default:
        return lock(m, o, slot, s);
    }
}

static bool take_rwlock(model *m, native_object *o, u32 slot, native_slot *s)
{
    bool mine = o->word == writer_mark(slot);

    switch (s->operation) {
    case NATIVE_RW_UNLOCK:
        return rw_unlock(m, o, slot);
    case NATIVE_RW_TRYREAD:
        if ((i32)o->word < 0)
            s->status = EBUSY;
        else
            read_lock(o, slot, s);
        return true;
    case NATIVE_RW_TRYWRITE:
        if (o->word)
            s->status = EBUSY;
        else
            write_lock(o, slot);
        return true;
    case NATIVE_RW_READ:
    case NATIVE_RW_TIMEDREAD:
        if (mine)
            s->status = EDEADLK;
        else
            read_lock(o, slot, s);
        return true;
    default:
        if (mine)
            s->status = EDEADLK;
        else
            write_lock(o, slot);
        return true;
    }
}

static void take_semaphore(native_object *o, native_slot *s)
{
    s->result = o->word;
    if (s->operation == NATIVE_SEM_POST && o->word == INT_MAX)
        s->status = EOVERFLOW;
    else if (s->operation == NATIVE_SEM_POST)
        o->word++;
    else if (s->operation == NATIVE_SEM_TRYWAIT && !o->word)
        s->status = EAGAIN;
    else if (s->operation != NATIVE_SEM_VALUE) {
        assert(o->word);
        o->word--;
    }
}

void effects_signal(model *m, const native_slot *s, u32 which)
{
    signal_waiters(m, s, which, false);
}

static bool take_alive(model *m, native_object *o, u32 slot, native_slot *s, u32 choice,
                       move_kind kind)
{
    switch (s->operation) {
    case NATIVE_COND_WAIT:
        return wait_at(m, slot, s);
    case NATIVE_COND_WOKEN:
    case NATIVE_COND_TIMED:
        wake_up(m, slot, s, kind);
        return true;
    case NATIVE_COND_SIGNAL:
    case NATIVE_COND_BROADCAST:
        signal_waiters(m, s, choice, s->operation == NATIVE_COND_BROADCAST);
        return true;
    case NATIVE_BARRIER_WAIT:
        if (!o->limit)
            return model_wrong(m, ERR_DESTROYED, "the barrier was never initialised");
        arrive_at_barrier(m, o, slot, s);
        return true;
    case NATIVE_BARRIER_LEAVE:
        return true;
    case NATIVE_ONCE:
        s->result = o->word == ONCE_NEW;
        if (s->result)
            o->word = ONCE_RUNNING;
        return true;
    case NATIVE_ONCE_DONE:
        o->word = ONCE_OVER;
        return true;
    case NATIVE_ONCE_AGAIN:
        o->word = ONCE_NEW;
        return true;
    default:
        if (native_in(s->operation, FAMILY_RWLOCK))
            return take_rwlock(m, o, slot, s);
        if (!native_in(s->operation, FAMILY_SEM))
            return take_lock(m, o, slot, s);
        take_semaphore(o, s);
        return true;
    }
}

/* Threads that were let go, by a signal or by the last one at a barrier, need the object no more.
 */
static bool was_let_go(const model *m, u32 slot, u32 operation)
{
    if (MUTANT(NATIVE_LET_GO))
        return false;
    return native_is(operation, IS_LET_GO) &&
           (native_in(operation, FAMILY_BARRIER) || m->tasks[slot].signalled);
}

bool effects_take(model *m, native_object *o, u32 slot, native_slot *s, u32 choice, move_kind kind)
{
    if (native_is(s->operation, IS_MAKER))
        return remake(m, o, s);
    if (o->dead && !was_let_go(m, slot, s->operation))
        return model_wrong(m, ERR_DESTROYED, "it was destroyed");
    if (native_is(s->operation, IS_DESTROYER))
        return destroy(m, o, s);
    if (kind == MOVE_TIMEOUT && s->operation != NATIVE_COND_TIMED) {
        s->status = too_late(s);
        return true;
    }
    return take_alive(m, o, slot, s, choice, kind);
}

/* The model of the synchronisation objects.
 *
 * Every object is known by its address; the library tells, by the object's first word, one that the
 * program has just made from one that was seen.  Whether an operation can go on is decided here,
 * before its thread gets a turn, and its effect takes place here; so the program's threads never
 * block in the kernel.  Events carry the word that the guard speaks of, as those of the machine do,
 * so that dynamic reduction knows which of two operations could have come first. */
#include "native/model.h"
#include "native/access.h"
#include "native/channels.h"
#include "native/signals.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/ipc.h>

#define STRETCH 31 /* bits of an address that are the offset in an event */

const char *const native_calls[NATIVE_OPERATIONS] = {
#define OPERATION(name, event, size, call) call,
#include "native/operations.def"
};

const u8 native_sizes[NATIVE_OPERATIONS] = {
#define OPERATION(name, event, size, call) size,
#include "native/operations.def"
};

static const u8 kinds[NATIVE_OPERATIONS] = {
#define OPERATION(name, event, size, call) EV_##event,
#include "native/operations.def"
};

enum { NORMAL, RECURSIVE, CHECKING }; /* mutexes */
enum { ONCE_NEW, ONCE_RUNNING, ONCE_OVER };

void model_reset(model *m, u32 programs, u32 spurious)
{
    vec_clear(&m->objects);
    memset(m->tasks, 0, sizeof m->tasks);
    m->programs = m->threads = m->left = programs;
    for (u32 i = 0; programs > 1 && i < programs; i++)
        m->tasks[i] = (task){.process = true, .above = NATIVE_THREADS};
    m->exited = m->started = false;
    m->exit_status = 0;
    m->spurious = spurious;
}

void model_free(model *m)
{
    vec_free(&m->objects);
}

static object *find(const model *m, u64 address)
{
    for (u32 i = 0; i < m->objects.n; i++)
        if (m->objects.at[i].address == address)
            return &m->objects.at[i];
    return NULL;
}

static bool makes(u32 operation)
{
    switch (operation) {
    case NATIVE_MUTEX_INIT:
    case NATIVE_COND_INIT:
    case NATIVE_RW_INIT:
    case NATIVE_SPIN_INIT:
    case NATIVE_BARRIER_INIT:
    case NATIVE_SEM_INIT:
        return true;
    default:
        return false;
    }
}

void model_arrive(model *m, u32 slot, const native_slot *s)
{
    object *o;

    if (slot >= m->threads) {
        m->left += slot + 1 - m->threads;
        m->threads = slot + 1;
    }
    if (!s->object || access_is(s->operation) || is_channel_operation(s->operation))
        return;
    o = find(m, s->object);
    if (!o) {
        vec_push(&m->objects, (object){.address = s->object});
        o = &vec_last(&m->objects);
        if (s->word && s->word != NATIVE_SEEN && s->word != NATIVE_DEAD && !makes(s->operation))
            o->word = s->word; /* from before main */
        o->depth = o->word;
        o->dead = s->word == NATIVE_DEAD;
    } else if (!s->word && !makes(s->operation)) {
        *o = (object){.address = s->object};
    }
}

/* Negative, and below LOCK_MARKS. */
static u32 writer_mark(u32 slot)
{
    return 0x80000000u | (slot + 1);
}

/* What semop adds. */
static i32 semop_number(const native_slot *s)
{
    return (i32)(u32)s->argument;
}

static u64 semop_guard(const native_slot *s)
{
    i32 n = semop_number(s);

    if (n > 0 || s->argument >> 32 & IPC_NOWAIT)
        return event_guard(GUARD_ALWAYS, 0);
    return n ? event_guard(GUARD_GE, (u32)-n) : event_guard(GUARD_EQ, 0);
}

/* The guard of an operation that may block; GUARD_ALWAYS: it does not. */
static u64 guard_of(u32 slot, const native_slot *s)
{
    switch (s->operation) {
    case NATIVE_MUTEX_LOCK:
    case NATIVE_MUTEX_TIMEDLOCK:
    case NATIVE_COND_RELOCK:
    case NATIVE_SPIN_LOCK:
        return event_guard(GUARD_LOCK, slot + 1);
    case NATIVE_RW_WRITE:
    case NATIVE_RW_TIMEDWRITE:
        return event_guard(GUARD_LOCK, writer_mark(slot));
    case NATIVE_RW_READ:
    case NATIVE_RW_TIMEDREAD:
        return event_guard(GUARD_SHARE, writer_mark(slot));
    case NATIVE_SEM_WAIT:
    case NATIVE_SEM_TIMEDWAIT:
        return event_guard(GUARD_GT, 0);
    case NATIVE_ONCE:
        return event_guard(GUARD_NE, ONCE_RUNNING);
    case NATIVE_SEMOP:
        return semop_guard(s);
    default:
        return event_guard(GUARD_ALWAYS, 0);
    }
}

static bool timed(const native_slot *s)
{
    u32 operation = s->operation;

    if (is_channel_operation(operation))
        return s->other & IPC_TIMED;
    if (operation == NATIVE_SIGNAL_WAIT)
        return s->other;
    return operation == NATIVE_MUTEX_TIMEDLOCK || operation == NATIVE_RW_TIMEDREAD ||
           operation == NATIVE_RW_TIMEDWRITE || operation == NATIVE_SEM_TIMEDWAIT ||
           operation == NATIVE_COND_TIMED;
}

static bool is_guarded(u32 operation)
{
    return operation == NATIVE_JOIN || operation == NATIVE_WAIT_CHILD ||
           operation == NATIVE_BARRIER_LEAVE || operation == NATIVE_COND_WOKEN ||
           operation == NATIVE_COND_TIMED;
}

static u64 thread_value(const model *m, u32 slot, const native_slot *s)
{
    switch (s->operation) {
    case NATIVE_CREATE:
    case NATIVE_FORK:
        return m->threads;
    case NATIVE_JOIN:
    case NATIVE_EXIT:
        return s->argument;
    case NATIVE_THREAD_EXIT:
        return m->tasks[0].over || slot == 0 ? m->left : UINT64_MAX;
    default:
        return 0;
    }
}

static event event_of(const model *m, u32 slot, const native_slot *s)
{
    event e = {.kind = kinds[s->operation],
               .flags = EVF_VISIBLE | EVF_LASTING,
               .thread = (u16)slot,
               .func = s->operation,
               .size = native_sizes[s->operation]};
    u64 guard = guard_of(slot, s);
    const object *o = s->object ? find(m, s->object) : NULL;

    if (access_is(s->operation))
        return access_event(slot, s);
    if (is_channel_operation(s->operation)) {
        channels_event(&m->shared->ipc, s, &e);
        return e;
    }
    if (is_signal_operation(s->operation)) {
        signals_event(m->shared, s, &e);
        return e;
    }
    if (s->object) {
        e.object = (s->object >> STRETCH) + 1;
        e.offset = (u32)(s->object & ((1ull << STRETCH) - 1));
    }
    if (s->operation == NATIVE_WAIT_CHILD && !s->argument)
        e.flags |= EVF_OPAQUE; /* any child */
    e.value = thread_value(m, slot, s);
    if (guard >> 32 != GUARD_ALWAYS) {
        e.flags |= EVF_GUARD;
        e.value = guard | (timed(s) ? (u64)GUARD_TIMED << 32 : 0);
    } else if (is_guarded(s->operation)) {
        e.flags |= EVF_GUARD;
    }
    if (o && kinds[s->operation] != EV_WAIT && kinds[s->operation] != EV_WOKEN &&
        s->operation != NATIVE_BARRIER_LEAVE) {
        e.flags |= EVF_WORD;
        e.old = o->word;
    }
    return e;
}

static bool is_child(const model *m, u32 slot, const native_slot *s, u32 i)
{
    return m->tasks[i].process && m->tasks[i].above == slot && !m->tasks[i].joined &&
           (!s->argument || s->argument == i + 1);
}

/* Children that the thread waits for: all, or those that have ended. */
static u32 children(const model *m, u32 slot, const native_slot *s, bool ended)
{
    u32 n = 0;

    for (u32 i = 0; i < m->threads; i++)
        n += is_child(m, slot, s, i) && (!ended || m->tasks[i].over);
    return n;
}

static bool can_go_on(const model *m, u32 slot, const native_slot *s)
{
    u64 guard = guard_of(slot, s);
    const object *o = s->object ? find(m, s->object) : NULL;

    if (is_channel_operation(s->operation))
        return channels_ready(&m->shared->ipc, s);
    if (is_signal_operation(s->operation))
        return signals_ready(m->shared, slot, s);
    switch (s->operation) {
    case NATIVE_START:
        return !slot || slot >= m->programs || m->started;
    case NATIVE_JOIN:
        return s->argument >= m->threads || s->argument == slot || m->tasks[s->argument].over;
    case NATIVE_WAIT_CHILD:
        return s->other || children(m, slot, s, true) || !children(m, slot, s, false);
    case NATIVE_BARRIER_LEAVE:
        return o->generation != s->argument;
    case NATIVE_COND_WOKEN:
    case NATIVE_COND_TIMED:
        return m->tasks[slot].signalled;
    default:
        return !o || o->dead || event_guard_holds(guard, o->word);
    }
}

static u32 waiters(const model *m, u64 address)
{
    u32 n = 0;

    for (u32 i = 0; i < m->threads; i++)
        n += m->tasks[i].waits == address && !m->tasks[i].signalled;
    return n;
}

static u32 choices_of(const model *m, u32 slot, const native_slot *s)
{
    u32 n = 1;

    if (s->operation == NATIVE_CHOOSE)
        n = (u32)s->argument;
    else if (s->operation == NATIVE_COND_SIGNAL)
        n = waiters(m, s->object);
    else if (s->operation == NATIVE_WAIT_CHILD)
        n = children(m, slot, s, true);
    else if (is_channel_operation(s->operation))
        n = channels_choices(&m->shared->ipc, s);
    return n ? n : 1;
}

/* One that was woken has its signal first. */
static bool cancels(const model *m, u32 slot, const native_slot *s)
{
    return signals_cancel(m->shared, slot, s->operation) && !m->tasks[slot].signalled;
}

bool model_blocked(const model *m, u32 slot, const native_slot *s)
{
    return !can_go_on(m, slot, s) && !cancels(m, slot, s) &&
           !signals_due(m->shared, slot, s->operation);
}

void model_moves(const model *m, u32 slot, const native_slot *s, move_list *out)
{
    bool able = can_go_on(m, slot, s);
    bool sleeps = s->operation == NATIVE_COND_WOKEN || s->operation == NATIVE_COND_TIMED;
    event e = event_of(m, slot, s);
    move v = {.thread = (u16)slot, .next = e};

    if (cancels(m, slot, s)) {
        v.next = signals_cancelled(slot);
        v.flags = MOVE_ENABLED;
        v.choices = 1;
        vec_push(out, v);
        return;
    }
    if (signals_due(m->shared, slot, s->operation)) {
        v.next = signals_taken(slot);
        v.flags = MOVE_ENABLED;
        v.choices = signals_ways(s, able);
        vec_push(out, v);
        return;
    }
    v.kind = s->operation == NATIVE_START ? MOVE_START : MOVE_RUN;
    v.flags = able ? MOVE_ENABLED : 0;
    v.choices = choices_of(m, slot, s);
    vec_push(out, v);
    if (timed(s) && !able) {
        v.kind = MOVE_TIMEOUT;
        v.flags = MOVE_ENABLED;
        vec_push(out, v);
    }
    if (sleeps && !able && m->spurious) {
        v.kind = MOVE_SPURIOUS;
        v.flags = MOVE_ENABLED | MOVE_WEAK;
        vec_push(out, v);
    }
}

static bool wrong(model *m, error_kind kind, const char *words)
{
    m->error = kind;
    m->words = words;
    return false;
}

static bool lock(model *m, object *o, u32 slot, native_slot *s)
{
    if (o->word != slot + 1) {
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
        return wrong(m, ERR_RELOCK, "the thread locks a mutex that it holds");
    return true;
}

static bool unlock(model *m, object *o, u32 slot, native_slot *s)
{
    if (o->word == slot + 1) {
        if (--o->depth == 0)
            o->word = 0;
        return true;
    }
    if (s->argument == NORMAL)
        return wrong(m, ERR_UNLOCK, "the thread unlocks what it does not hold");
    s->status = EPERM;
    return true;
}

static void write_lock(object *o, u32 slot)
{
    o->word = writer_mark(slot);
}

static void read_lock(object *o, u32 slot)
{
    o->word++;
    o->readers |= 1ull << slot;
}

static bool rw_unlock(model *m, object *o, u32 slot)
{
    if (o->word == writer_mark(slot)) {
        o->word = 0;
    } else if ((i32)o->word > 0 && o->readers >> slot & 1) {
        if (!--o->word)
            o->readers = 0;
    } else {
        return wrong(m, ERR_UNLOCK, "the thread unlocks what it does not hold");
    }
    return true;
}

static bool wait_at(model *m, u32 slot, const native_slot *s)
{
    const object *mutex = find(m, s->argument);

    if (!mutex || mutex->word != slot + 1)
        return wrong(m, ERR_WAIT_UNLOCKED, "the thread does not hold the mutex it waits with");
    m->tasks[slot].waits = s->object;
    m->tasks[slot].signalled = false;
    return true;
}

static void wake_up(model *m, u32 slot, native_slot *s, move_kind kind)
{
    m->tasks[slot].waits = 0;
    m->tasks[slot].signalled = false;
    m->spurious -= kind == MOVE_SPURIOUS;
    s->status = kind == MOVE_TIMEOUT ? ETIMEDOUT : 0;
}

/* One of those that wait, or all. */
static void signal_waiters(model *m, const native_slot *s, u32 choice, bool all)
{
    for (u32 i = 0; i < m->threads; i++) {
        task *t = &m->tasks[i];

        if (t->waits == s->object && !t->signalled && (all || choice-- == 0)) {
            t->signalled = true;
            if (!all)
                return;
        }
    }
}

static void arrive_at_barrier(object *o, native_slot *s)
{
    s->result = o->generation;
    if (++o->word < o->limit)
        return;
    o->word = 0;
    o->generation++;
    s->status = PTHREAD_BARRIER_SERIAL_THREAD;
}

static bool remake(model *m, object *o, const native_slot *s)
{
    u64 address = o->address;
    bool used = s->word == NATIVE_SEEN &&
                (s->operation == NATIVE_COND_INIT ? waiters(m, address) != 0
                                                  : s->operation != NATIVE_SEM_INIT && o->word);

    if (used)
        return wrong(m, ERR_IN_USE, "it is initialised while in use");
    *o = (object){
        .address = address, .generation = o->generation, .made = true, .caller = s->caller};
    if (s->operation == NATIVE_SEM_INIT)
        o->word = (u32)s->argument;
    o->limit = (u32)s->argument;
    return true;
}

static bool destroy(model *m, object *o, const native_slot *s)
{
    if (s->operation == NATIVE_COND_DESTROY ? waiters(m, o->address) != 0
                                            : s->operation != NATIVE_SEM_DESTROY && o->word)
        return wrong(m, ERR_IN_USE, "it is destroyed while in use");
    *o = (object){.address = o->address, .dead = true};
    return true;
}

/* The child has copies of what is in its parent's memory. */
static void fork_process(model *m, u32 slot)
{
    u32 child = m->threads, n = m->objects.n;

    if (child >= NATIVE_THREADS)
        return;
    m->tasks[child].process = true;
    m->tasks[child].above = slot;
    for (u32 i = 0; i < n; i++) {
        object o = m->objects.at[i];

        if (o.address >> NATIVE_PROCESS != slot)
            continue;
        o.address += (u64)(child - slot) << NATIVE_PROCESS;
        if (o.lock && o.word == slot + 1)
            o.word = child + 1;
        vec_push(&m->objects, o);
    }
}

/* The choice is among those that have ended. */
static void reap(model *m, u32 slot, native_slot *s, u32 choice)
{
    s->result = 0;
    if (!children(m, slot, s, false))
        s->status = ECHILD;
    for (u32 i = 0; i < m->threads; i++) {
        task *t = &m->tasks[i];

        if (!is_child(m, slot, s, i) || !t->over || choice-- != 0)
            continue;
        t->joined = true;
        s->result = (u64)(i + 1) << 32 | ((u32)t->status & 0xffff);
        return;
    }
}

static bool take_process(model *m, u32 slot, native_slot *s, u32 choice, taken *out)
{
    switch (s->operation) {
    case NATIVE_FORK:
        fork_process(m, slot);
        return true;
    case NATIVE_WAIT_CHILD:
        reap(m, slot, s, choice);
        return true;
    default:
        m->tasks[slot].over = true;
        m->tasks[slot].status = (i32)s->argument;
        m->left--;
        if (slot)
            signals_child(m->shared, m->tasks[slot].above, slot, out);
        return true;
    }
}

static bool take_thread(model *m, u32 slot, native_slot *s)
{
    u64 other = s->argument;

    switch (s->operation) {
    case NATIVE_CREATE:
        if (m->threads < NATIVE_THREADS)
            m->tasks[m->threads].detached = s->argument;
        return true;
    case NATIVE_JOIN:
    case NATIVE_DETACH:
        if (other == slot && s->operation == NATIVE_JOIN)
            s->status = EDEADLK;
        else if (other >= m->threads || m->tasks[other].joined || m->tasks[other].detached)
            return wrong(m, ERR_MISUSE, "no such thread can be joined or detached");
        else if (s->operation == NATIVE_JOIN)
            m->tasks[other].joined = true;
        else
            m->tasks[other].detached = true;
        return true;
    case NATIVE_THREAD_EXIT:
        if (m->left == 1) {
            s->status = 1; /* goes on to end the process */
        } else {
            m->tasks[slot].over = true;
            m->left--;
        }
        return true;
    case NATIVE_EXIT:
        m->exited = true;
        m->exit_status = (i32)s->argument;
        return true;
    default:
        return true;
    }
}

static bool take_lock(model *m, object *o, u32 slot, native_slot *s)
{
    bool mine = o->word == slot + 1 && s->argument == RECURSIVE;

    switch (s->operation) {
    case NATIVE_MUTEX_TRYLOCK:
    case NATIVE_SPIN_TRYLOCK:
        if (!o->word || mine)
            return lock(m, o, slot, s);
        s->status = EBUSY;
        return true;
    case NATIVE_MUTEX_UNLOCK:
    case NATIVE_COND_UNLOCK:
    case NATIVE_SPIN_UNLOCK:
        return unlock(m, o, slot, s);
    default:
        return lock(m, o, slot, s);
    }
}

static bool take_rwlock(model *m, object *o, u32 slot, native_slot *s)
{
    bool mine = o->word == writer_mark(slot);

    switch (s->operation) {
    case NATIVE_RW_UNLOCK:
        return rw_unlock(m, o, slot);
    case NATIVE_RW_TRYREAD:
        if ((i32)o->word < 0)
            s->status = EBUSY;
        else
            read_lock(o, slot);
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
            read_lock(o, slot);
        return true;
    default:
        if (mine)
            s->status = EDEADLK;
        else
            write_lock(o, slot);
        return true;
    }
}

static void take_semaphore(object *o, native_slot *s)
{
    s->result = o->word;
    if (s->operation == NATIVE_SEM_POST)
        o->word++;
    else if (s->operation == NATIVE_SEM_TRYWAIT && !o->word)
        s->status = EAGAIN;
    else if (s->operation != NATIVE_SEM_VALUE)
        o->word--;
}

static bool take_semop(object *o, native_slot *s)
{
    i32 n = semop_number(s);

    if (o->dead)
        s->status = EIDRM;
    else if (n < 0 ? (i32)o->word < -n : n == 0 && o->word)
        s->status = EAGAIN;
    else
        o->word += (u32)n;
    return true;
}

static bool take_system_v(object *o, native_slot *s)
{
    switch (s->operation) {
    case NATIVE_SEMOP:
        return take_semop(o, s);
    case NATIVE_SEMSET:
        o->word = (u32)s->argument;
        return true;
    case NATIVE_SEMREAD:
        s->result = o->word;
        return true;
    case NATIVE_SEMREMOVE:
        o->dead = true;
        return true;
    default:
        return true;
    }
}

static bool take_object(model *m, object *o, u32 slot, native_slot *s, u32 choice, move_kind kind)
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
    case NATIVE_RW_READ ... NATIVE_RW_UNLOCK:
        return take_rwlock(m, o, slot, s);
    case NATIVE_BARRIER_WAIT:
        if (!o->limit)
            return wrong(m, ERR_DESTROYED, "the barrier was never initialised");
        arrive_at_barrier(o, s);
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
    case NATIVE_SEM_WAIT ... NATIVE_SEM_VALUE:
        take_semaphore(o, s);
        return true;
    default:
        return take_lock(m, o, slot, s);
    }
}

static bool destroys(u32 operation)
{
    return operation == NATIVE_MUTEX_DESTROY || operation == NATIVE_COND_DESTROY ||
           operation == NATIVE_RW_DESTROY || operation == NATIVE_SPIN_DESTROY ||
           operation == NATIVE_BARRIER_DESTROY || operation == NATIVE_SEM_DESTROY;
}

/* Is the target of a signal no more: a thread that has ended, a process that was waited for? */
static bool gone_of(const model *m, const native_slot *s)
{
    const task *t = s->argument < m->threads ? &m->tasks[s->argument] : NULL;

    if (s->argument == NATIVE_EVERYONE)
        return false;
    return !t ||
           (s->operation == NATIVE_KILL ? t->joined || (s->argument && !t->process) : t->over);
}

/* The effect is the thread's own.  With threads the numbers of descriptors depend on their order.
 */
static void take_channel(const model *m, u32 slot, native_slot *s, move_kind kind, taken *out)
{
    if (kind == MOVE_TIMEOUT)
        s->status = ETIMEDOUT;
    if (s->operation != NATIVE_FD_TABLE && m->shared->threads > m->shared->processes)
        vec_push(&out->events, (event){.kind = channels_touch_table(s) ? EV_SYNC : EV_READ,
                                       .flags = EVF_VISIBLE | EVF_LASTING,
                                       .thread = (u16)slot,
                                       .func = NATIVE_FD_TABLE,
                                       .object = (IPC_TABLE(0) >> STRETCH) + 1,
                                       .size = native_sizes[NATIVE_FD_TABLE]});
}

static void start_programs(model *m, taken *out)
{
    m->started = true;
    for (u32 i = 1; i < m->programs; i++)
        vec_push(&out->events, (event){.kind = EV_CREATE,
                                       .flags = EVF_VISIBLE | EVF_LASTING,
                                       .func = NATIVE_FORK,
                                       .value = i});
}

bool model_take(model *m, u32 slot, native_slot *s, move_kind kind, u32 choice, taken *out)
{
    object *o = s->object ? find(m, s->object) : NULL;
    event e = event_of(m, slot, s);

    s->status = 0;
    if (cancels(m, slot, s)) {
        m->tasks[slot].waits = 0;
        s->status = ECANCELED;
        vec_push(&out->events, signals_cancelled(slot));
        if (s->operation == NATIVE_COND_WOKEN || s->operation == NATIVE_COND_TIMED)
            vec_push(&out->events, e);
        return true;
    }
    if (signals_due(m->shared, slot, s->operation)) {
        s->status = NATIVE_INTERRUPTED;
        s->result = choice == 0 && (!can_go_on(m, slot, s) || s->operation == NATIVE_SLEEP)
                        ? NATIVE_WAITED
                        : 0;
        vec_push(&out->events, signals_taken(slot));
        return true;
    }
    s->result = choice;
    if (s->operation == NATIVE_CHOOSE)
        e.value = choice;
    vec_push(&out->events, e);
    if (s->operation == NATIVE_START && !slot)
        start_programs(m, out);
    if (is_signal_operation(s->operation)) {
        s->status = kind == MOVE_TIMEOUT ? ETIMEDOUT : signals_send(m->shared, s, gone_of(m, s));
        return true;
    }
    if (is_channel_operation(s->operation)) {
        take_channel(m, slot, s, kind, out);
        return true;
    }
    if (s->operation == NATIVE_FORK || s->operation == NATIVE_PROCESS_EXIT ||
        s->operation == NATIVE_WAIT_CHILD)
        return take_process(m, slot, s, choice, out);
    if (!o)
        return take_thread(m, slot, s);
    if (s->operation >= NATIVE_SEMGET)
        return take_system_v(o, s);
    if (makes(s->operation))
        return remake(m, o, s);
    if (o->dead)
        return wrong(m, ERR_DESTROYED, "it was destroyed");
    if (destroys(s->operation))
        return destroy(m, o, s);
    if (kind == MOVE_TIMEOUT && s->operation != NATIVE_COND_TIMED) {
        s->status = ETIMEDOUT;
        return true;
    }
    return take_object(m, o, slot, s, choice, kind);
}

const object *model_left(const model *m, u32 slot)
{
    for (u32 i = 0; i < m->objects.n; i++) {
        const object *o = &m->objects.at[i];

        if (slot < NATIVE_THREADS ? o->lock && o->word == slot + 1 : o->made && !o->dead)
            return o;
    }
    return NULL;
}

int model_owner(const model *m, const native_slot *s)
{
    const object *o = s->object ? find(m, s->object) : NULL;

    switch (s->operation) {
    case NATIVE_MUTEX_LOCK:
    case NATIVE_COND_RELOCK:
    case NATIVE_SPIN_LOCK:
        return o && o->word ? (int)o->word - 1 : -1;
    case NATIVE_RW_READ:
    case NATIVE_RW_WRITE:
        return o && (i32)o->word < 0 ? (int)(o->word & 0x7fffffff) - 1 : -1;
    default:
        return -1;
    }
}

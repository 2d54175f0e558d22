/* Signals: who gets one, and what that depends on.
 *
 * To send one changes what its target does next, whatever that is; so the event aims at the thread,
 * as a cancellation does.  A signal to a process goes to its first thread that
 * does not block it, as in the kernel, which chooses another one while that is busy; a thread that
 * changes what it blocks takes what is pending for the process.  With threads both depend on
 * everything. */
#include "native/signals.h"
#include "base/mutant.h"
#include "native/place.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

static u64 bit(u64 number)
{
    return 1ull << number;
}

/* Has the process, or had it, more threads than its first? */
static bool threads_in(const native_shared *m, u32 process)
{
    for (u32 i = process + 1; i < m->threads; i++)
        if (m->homes[i] == process)
            return true;
    return false;
}

bool signals_due(const native_shared *m, u32 slot, u32 operation)
{
    const native_signals *s = &m->ipc.signals[slot];

    switch (operation) {
    case NATIVE_START:
    case NATIVE_THREAD_EXIT:
    case NATIVE_PROCESS_EXIT:
        return !MUTANT(NATIVE_SIGNAL_EARLY) && !s->closed && ipc_pending(s) & ~s->blocked;
    case NATIVE_EXEC: /* of threads: what comes since it began stays for the next program */
        return !threads_in(m, m->homes[slot]) && ipc_pending(s) & ~s->blocked;
    default:
        return !native_is(operation, IS_DEAF) && !s->closed && ipc_pending(s) & ~s->blocked;
    }
}

bool signals_caught(const native_shared *m, u32 slot, u32 number)
{
    return m->ipc.signals[m->homes[slot]].caught & bit(number);
}

static bool is_point(const native_slot *s, u32 operation)
{
    if (operation == NATIVE_FILE_LOCK)
        return s->word;
    if (operation == NATIVE_PARKED)
        return s->argument;
    return native_is(operation, IS_POINT) &&
           !(operation == NATIVE_FD_CLOSE && MUTANT(NATIVE_CLOSE_POINT));
}

bool signals_cancel(const native_shared *m, u32 slot, u32 operation)
{
    const native_signals *s = &m->ipc.signals[slot];

    return s->cancelled && !s->cancel_off && is_point(&m->slots[slot], operation);
}

event signals_cancelled(u32 slot)
{
    return (event){.kind = EV_NONE,
                   .flags = EVF_VISIBLE | EVF_LASTING | EVF_TOLD,
                   .thread = (u16)slot,
                   .func = NATIVE_CANCELLED};
}

u32 signals_ways(const native_slot *s, bool able)
{
    if (s->operation == NATIVE_PAUSE)
        return s->argument ? 1 : 2; /* sigsuspend unblocks and waits at once */
    return native_is(s->operation, IS_CUT) && !able ? 2 : 1;
}

event signals_taken(const native_shared *m, u32 slot)
{
    const native_signals *s = &m->ipc.signals[slot];
    u64 own = s->pending & ~s->blocked, due = own ? own : s->common & ~s->blocked;

    return (event){.kind = EV_NONE,
                   .flags = EVF_VISIBLE | EVF_LASTING | EVF_TOLD | EVF_VARIES,
                   .thread = (u16)slot,
                   .func = NATIVE_SIGNALLED,
                   .value = due ? (u64)__builtin_ctzll(due) : 0};
}

static bool takes(const model *m, u32 slot, u64 number)
{
    const task *t = &m->tasks[slot];

    return !t->over && !t->timer && !(m->shared->ipc.signals[slot].blocked & bit(number));
}

/* While it creates a thread or process, or has another signal to take, the kernel may choose
 * another thread for the next one. */
static bool is_busy(const model *m, u32 slot)
{
    const native_signals *s = &m->shared->ipc.signals[slot];

    return !MUTANT(NATIVE_TAKER_BUSY) && (m->tasks[slot].creating || ipc_pending(s) & ~s->blocked);
}

/* The threads that may take a signal to the process; one that is pending already is the same one,
 * unless such signals queue.  What no thread would take is with the first one. */
static u32 takers(const model *m, u32 process, u64 number, u32 *list)
{
    u32 n = 0;

    for (u32 i = process; i < m->threads; i++) {
        if (m->shared->homes[i] != process)
            continue;
        if (number < IPC_FIRST_QUEUED && m->shared->ipc.signals[i].common & bit(number)) {
            list[0] = i;
            return 1;
        }
        if (takes(m, i, number))
            list[n++] = i;
    }
    if (!n)
        list[n++] = process;
    return is_busy(m, list[0]) ? n : 1;
}

static u32 taker(const model *m, u32 process, u64 number, u32 choice)
{
    u32 list[NATIVE_THREADS], n = takers(m, process, number, list);

    assert(choice < n || !choice);
    return list[choice];
}

/* Is a signal that nobody handles thrown away at once?  What the thread blocks stays pending: the
 * process may have a handler by the time it is unblocked, or wait for it. */
static bool discards(const native_signals *process, const native_signals *to, u64 number)
{
    bool quiet = number == SIGCHLD || number == SIGURG || number == SIGWINCH;
    bool unheard = process->ignored & bit(number) || (quiet && !(process->caught & bit(number)));

    return !number || (unheard && (MUTANT(NATIVE_BLOCKED_LOST) || !(to->blocked & bit(number))));
}

/* A timer whose signal would end the process never comes; one that comes again waits until its
 * signal was taken. */
static bool can_tick(const model *m, const native_slot *s)
{
    u32 process = (u32)s->argument, to = taker(m, process, s->other, 0);
    const native_signals *all = m->shared->ipc.signals;
    u64 it = bit(s->other);

    if (!s->word || discards(&all[process], &all[to], s->other))
        return false;
    if (!(all[process].caught & it) && !(all[to].blocked & it)) {
        if (!m->shared->gaps[GAP_TIMER])
            m->shared->gaps[GAP_TIMER] = s->caller;
        return false;
    }
    return s->word == NATIVE_ONCE_SET || !(ipc_pending(&all[to]) & it);
}

bool signals_ready(const model *m, u32 slot, const native_slot *s)
{
    const native_signals *all = m->shared->ipc.signals;
    u64 pending = ipc_pending(&all[slot]) | all[m->shared->homes[slot]].common;

    if (s->operation == NATIVE_TIMER)
        return can_tick(m, s);
    if (s->operation == NATIVE_SIGNAL_WAIT)
        return pending & s->argument || s->other & NATIVE_AT_ONCE_FLAG;
    return s->operation != NATIVE_PAUSE;
}

void signals_event(const native_shared *m, const native_slot *s, event *e)
{
    u32 home = m->homes[e->thread];
    bool kills = s->operation == NATIVE_KILL || s->operation == NATIVE_TIMER;
    bool sends = kills || s->operation == NATIVE_THREAD_KILL || s->operation == NATIVE_CANCEL ||
                 s->operation == NATIVE_TIMER_SET;

    if ((s->operation == NATIVE_SIGNAL_MASK || s->operation == NATIVE_SIGNAL_WAIT) &&
        threads_in(m, home))
        e->flags |= EVF_OPAQUE;
    if (s->operation == NATIVE_SIGNAL_MASK && s->argument == SIGCHLD)
        e->flags |= EVF_OPAQUE; /* a child that ends aims at its parent only if SIGCHLD is heard */
    if (s->operation == NATIVE_RAISE)
        e->flags |= EVF_TOLD;
    if (native_is(s->operation, IS_GUARDED))
        e->flags |= EVF_GUARD;
    if (!sends)
        return;
    e->value = s->argument;
    if (s->operation == NATIVE_TIMER_SET && s->argument == NATIVE_THREADS) {
        e->kind = EV_CREATE;
        e->value = m->threads;
    }
    if (kills && (s->argument == NATIVE_EVERYONE || threads_in(m, (u32)s->argument)))
        e->flags |= EVF_OPAQUE;
    else if (kills)
        place_event(e, NATIVE_CHILD(s->argument));
}

static ipc_origin origin_of(const native_shared *m, const native_slot *s)
{
    u32 home = m->homes[s - m->slots];

    if (s->operation == NATIVE_TIMER)
        return (ipc_origin){.code = s->data ? SI_TIMER : SI_KERNEL, .status = (i32)s->data};
    return (ipc_origin){.code = s->operation == NATIVE_KILL ? SI_USER : SI_TKILL,
                        .sender = (u16)(home + 1)};
}

/* Of the child that a thread was in. */
static ipc_origin origin_of_end(const model *m, u32 from)
{
    u32 home = m->shared->homes[from];
    i32 how = m->tasks[home].status;

    return (ipc_origin){.code = WIFEXITED(how) ? CLD_EXITED : CLD_KILLED,
                        .sender = (u16)(home + 1),
                        .status = WIFEXITED(how) ? WEXITSTATUS(how) : WTERMSIG(how)};
}

static void put(native_shared *m, u32 process, u32 slot, const native_slot *s, bool common)
{
    if (!discards(&m->ipc.signals[process], &m->ipc.signals[slot], s->other))
        ipc_signal(&m->ipc.signals[slot], (u32)s->other, common, origin_of(m, s));
}

/* A child that ends sends nothing where SIGCHLD is ignored by request.  What handlers block while
 * they run does not count: they begin and end within steps that a child's end has nothing to do
 * with. */
static bool nobody_hears(const native_signals *process, const native_signals *to, u64 number)
{
    native_signals apart = *to;

    if (number != SIGCHLD)
        return discards(process, to, number);
    apart.blocked &= ~apart.masked;
    return process->ignored & bit(number) || discards(process, &apart, number);
}

u32 signals_choices(const model *m, u32 slot, const native_slot *s)
{
    const native_signals *all = m->shared->ipc.signals;
    u32 list[NATIVE_THREADS], n, process = (u32)s->argument;
    u64 number = s->other;

    if (s->operation == NATIVE_PROCESS_EXIT) {
        process = m->tasks[m->shared->homes[slot]].above;
        number = SIGCHLD;
    }
    if (process >= NATIVE_THREADS)
        return 1;
    n = takers(m, process, number, list);
    return discards(&all[process], &all[list[0]], number) ? 1 : n;
}

static bool sends_signal(u32 operation)
{
    return operation == NATIVE_KILL || operation == NATIVE_THREAD_KILL || operation == NATIVE_RAISE;
}

int signals_send(const model *m, native_slot *s, bool gone, u32 choice)
{
    native_shared *all = m->shared;

    if (s->operation == NATIVE_CANCEL && !gone)
        all->ipc.signals[s->argument].cancelled = 1;
    if (!sends_signal(s->operation) && s->operation != NATIVE_TIMER)
        return 0;
    if (s->operation == NATIVE_TIMER && s->word == NATIVE_ONCE_SET)
        s->word = 0;
    if (gone) /* a thread that has ended and was not joined is still known */
        return s->operation == NATIVE_THREAD_KILL ? 0 : ESRCH;
    if (s->operation == NATIVE_THREAD_KILL || s->operation == NATIVE_RAISE)
        put(all, all->homes[s->argument], (u32)s->argument, s, false);
    else if (s->argument != NATIVE_EVERYONE)
        put(all, (u32)s->argument, taker(m, (u32)s->argument, s->other, choice), s, true);
    else
        for (u32 i = 0; i < m->threads; i++)
            if (all->homes[i] == i)
                put(all, i, taker(m, i, s->other, 0), s, true);
    return 0;
}

void signals_tell_own(const model *m, u32 slot, const native_slot *s, taken *out)
{
    const native_signals *own = &m->shared->ipc.signals[slot];
    event e;

    if (!sends_signal(s->operation) || !(ipc_pending(own) & ~own->blocked))
        return;
    e = signals_taken(m->shared, slot);
    e.flags &= ~(u32)EVF_VARIES;
    vec_push(&out->events, e);
}

void signals_tell(const model *m, u32 process, u32 number, u32 from, u32 choice, taken *out)
{
    native_signals *all = m->shared->ipc.signals;
    u32 who = taker(m, process, number, choice);
    u32 several = threads_in(m->shared, process) ? EVF_OPAQUE : 0;

    if (nobody_hears(&all[process], &all[who], number))
        return;
    ipc_signal(&all[who], number, true,
               number == SIGCHLD ? origin_of_end(m, from) : (ipc_origin){0});
    vec_push(&out->events, (event){.kind = EV_CANCEL,
                                   .flags = EVF_VISIBLE | EVF_LASTING | several,
                                   .thread = (u16)from,
                                   .func = NATIVE_KILL,
                                   .value = who});
}

/* Signals: who gets one, and what that depends on.
 *
 * To send one changes what its target does next, whatever that is; so the event aims at the thread,
 * as a cancellation does.  A signal to a process goes to its first thread, or to the first that
 * does not block it, as in the kernel.  With threads a change of what is blocked may send it
 * elsewhere, and depends on everything. */
#include "native/signals.h"
#include "base/mutant.h"
#include "native/place.h"

#include <errno.h>
#include <signal.h>

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
    case NATIVE_FD_EXEC:
    case NATIVE_VFORK_WAIT:
    case NATIVE_TIMER:
    case NATIVE_TIMER_FILE:
        return false;
    case NATIVE_EXEC: /* of threads: what comes since it began stays for the next program */
        return !threads_in(m, m->homes[slot]) && ipc_pending(s) & ~s->blocked;
    default:
        return !s->closed && ipc_pending(s) & ~s->blocked;
    }
}

bool signals_caught(const native_shared *m, u32 slot, u32 number)
{
    return m->ipc.signals[m->homes[slot]].caught & bit(number);
}

static bool is_point(const native_shared *m, u32 slot, u32 operation)
{
    switch (operation) {
    case NATIVE_FILE_LOCK:
        return m->slots[slot].word;
    case NATIVE_FD_CLOSE:
        return !MUTANT(NATIVE_CLOSE_POINT);
    case NATIVE_JOIN:
    case NATIVE_TIMEDJOIN:
    case NATIVE_COND_WOKEN:
    case NATIVE_COND_TIMED:
    case NATIVE_SEM_WAIT:
    case NATIVE_SEM_TIMEDWAIT:
    case NATIVE_SLEEP:
    case NATIVE_WAIT_CHILD:
    case NATIVE_FD_READ:
    case NATIVE_FD_WRITE:
    case NATIVE_FD_POLL:
    case NATIVE_FD_EPOLL:
    case NATIVE_FIFO_MEET:
    case NATIVE_SOCKET_ACCEPT:
    case NATIVE_SOCKET_CONNECT:
    case NATIVE_MSGSND:
    case NATIVE_MSGRCV:
    case NATIVE_MQ_SEND:
    case NATIVE_MQ_RECEIVE:
    case NATIVE_PAUSE:
    case NATIVE_SIGNAL_WAIT:
    case NATIVE_TEST_CANCEL:
        return true;
    default:
        return false;
    }
}

bool signals_cancel(const native_shared *m, u32 slot, u32 operation)
{
    const native_signals *s = &m->ipc.signals[slot];

    return s->cancelled && !s->cancel_off && is_point(m, slot, operation);
}

event signals_cancelled(u32 slot)
{
    return (event){.kind = EV_NONE,
                   .flags = EVF_VISIBLE | EVF_LASTING | EVF_TOLD,
                   .thread = (u16)slot,
                   .func = NATIVE_CANCELLED};
}

bool signals_interrupt(u32 operation)
{
    switch (operation) {
    case NATIVE_FD_READ:
    case NATIVE_FD_WRITE:
    case NATIVE_FIFO_MEET:
    case NATIVE_SOCKET_ACCEPT:
    case NATIVE_SOCKET_CONNECT:
    case NATIVE_FD_POLL:
    case NATIVE_FD_EPOLL:
    case NATIVE_SEMOP:
    case NATIVE_SEMOPS:
    case NATIVE_SEM_WAIT:
    case NATIVE_SEM_TIMEDWAIT:
    case NATIVE_WAIT_CHILD:
    case NATIVE_MSGSND:
    case NATIVE_MSGRCV:
    case NATIVE_MQ_SEND:
    case NATIVE_MQ_RECEIVE:
    case NATIVE_SIGNAL_WAIT:
        return true;
    default:
        return false;
    }
}

u32 signals_ways(const native_slot *s, bool able)
{
    if (s->operation == NATIVE_PAUSE)
        return s->argument ? 1 : 2; /* sigsuspend unblocks and waits at once */
    return signals_interrupt(s->operation) && !able ? 2 : 1;
}

event signals_taken(const native_shared *m, u32 slot)
{
    u64 due = m->ipc.signals[slot].pending & ~m->ipc.signals[slot].blocked;

    return (event){.kind = EV_NONE,
                   .flags = EVF_VISIBLE | EVF_LASTING | EVF_TOLD | EVF_VARIES,
                   .thread = (u16)slot,
                   .func = NATIVE_SIGNALLED,
                   .value = due ? (u64)__builtin_ctzll(due) : 0};
}

/* Which thread a signal to the process goes to. */
static u32 taker(const native_shared *m, u32 process, u64 number)
{
    for (u32 i = process; i < m->threads; i++)
        if (m->homes[i] == process && !(m->ipc.signals[i].blocked & bit(number)))
            return i;
    return process;
}

/* A timer whose signal would end the process never comes; one that comes again waits until its
 * signal was taken. */
static bool can_tick(const native_shared *m, const native_slot *s)
{
    u32 process = (u32)s->argument, to = taker(m, process, s->other);
    u64 it = bit(s->other);

    if (!s->word || m->ipc.signals[process].ignored & it)
        return false;
    if (!(m->ipc.signals[process].caught & it) && !(m->ipc.signals[to].blocked & it))
        return false;
    return s->word == NATIVE_ONCE_SET || !(ipc_pending(&m->ipc.signals[to]) & it);
}

/* What no thread would take is with the first one. */
bool signals_ready(const native_shared *m, u32 slot, const native_slot *s)
{
    u64 pending = ipc_pending(&m->ipc.signals[slot]) | m->ipc.signals[m->homes[slot]].common;

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
        e->flags |=
            EVF_OPAQUE; /* a child that ends aims at its parent only if there is a handler */
    if (s->operation == NATIVE_SIGNAL_WAIT || s->operation == NATIVE_PAUSE ||
        s->operation == NATIVE_TIMER)
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

static bool discards(const native_signals *process, u64 number)
{
    bool quiet = number == SIGCHLD || number == SIGURG || number == SIGWINCH;

    return !number || process->ignored & bit(number) || (quiet && !(process->caught & bit(number)));
}

static void put(native_shared *m, u32 process, u32 slot, u64 number, bool common)
{
    if (!discards(&m->ipc.signals[process], number))
        ipc_signal(&m->ipc.signals[slot], (u32)number, common);
}

int signals_send(native_shared *m, native_slot *s, bool gone)
{
    if (s->operation == NATIVE_CANCEL && !gone)
        m->ipc.signals[s->argument].cancelled = 1;
    if (s->operation != NATIVE_KILL && s->operation != NATIVE_THREAD_KILL &&
        s->operation != NATIVE_TIMER)
        return 0;
    if (s->operation == NATIVE_TIMER && s->word == NATIVE_ONCE_SET)
        s->word = 0;
    if (gone) /* a thread that has ended and was not joined is still known */
        return s->operation == NATIVE_THREAD_KILL ? 0 : ESRCH;
    if (s->operation == NATIVE_THREAD_KILL)
        put(m, m->homes[s->argument], (u32)s->argument, s->other, false);
    else if (s->argument != NATIVE_EVERYONE)
        put(m, (u32)s->argument, taker(m, (u32)s->argument, s->other), s->other, true);
    else
        for (u32 i = 0; i < m->threads; i++)
            if (m->homes[i] == i)
                put(m, i, taker(m, i, s->other), s->other, true);
    return 0;
}

void signals_tell(native_shared *m, u32 process, u32 number, u32 from, taken *out)
{
    u32 who = taker(m, process, number);

    if (discards(&m->ipc.signals[process], number))
        return;
    put(m, process, who, number, true);
    vec_push(&out->events, (event){.kind = EV_CANCEL,
                                   .flags = EVF_VISIBLE | EVF_LASTING,
                                   .thread = (u16)from,
                                   .func = NATIVE_KILL,
                                   .value = who});
}

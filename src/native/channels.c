/* Guards and footprints of the operations on what ipc.h holds.
 *
 * Every file has a name by birth.  In its object the two ways lie at 0 and 4, the references to its
 * two ends at 8 and 12: a close that is not the last one of its end touches the references alone,
 * so that processes that close what they inherited do not meet their peers' reads.  Which one is
 * the last only changes by another close of the same end, which meets it.  All of bind, listen,
 * connect and accept meet in one object. */
#include "native/channels.h"
#include "base/mutant.h"
#include "native/mqueues.h"
#include "native/place.h"

#include <string.h>
#include <sys/socket.h>

void channels_reset(native_ipc *i)
{
    memset(i->files, 0, i->most_files * sizeof *i->files);
    memset(i->channels, 0, i->most_channels * sizeof *i->channels);
    memset(i->paths, 0, i->most_paths * sizeof *i->paths);
    memset(i->semaphores, 0, sizeof i->semaphores);
    memset(i->memories, 0, i->most_memories * sizeof *i->memories);
    i->most_memories = 0;
    memset(i->queues, 0, i->most_queues * sizeof *i->queues);
    i->most_queues = 0;
    memset(i->sleepers, 0, sizeof i->sleepers);
    i->released = i->regrouped = 0;
    i->most_files = i->most_channels = i->most_paths = i->epolls = 0;
}

static bool can_connect(const native_ipc *i, const ipc_file *f)
{
    u32 l = ipc_listener(i, f);

    return l == IPC_FILES || i->files[l].waiting < i->files[l].most;
}

/* An open of a FIFO waits for the other end to have come since, or to be there. */
static bool met(const native_ipc *i, const native_slot *s)
{
    const ipc_file *f = &i->files[s->argument];
    const ipc_channel *c = &i->channels[(f->in ? f->in : f->out) - 1];
    bool reads = f->in != 0;

    return (reads ? c->writers : c->readers) || c->came[reads] != (u32)(s->other >> IPC_NEED);
}

/* One that comes again waits until it was read. */
static bool can_tick(const native_ipc *i, const native_slot *s)
{
    const ipc_file *f = &i->files[s->argument];

    if (!s->word || f->kind != FILE_EVENT || f->object != s->object)
        return false;
    return s->word == NATIVE_ONCE_SET || !f->number;
}

void channels_tick(native_ipc *i, native_slot *s)
{
    i->files[s->argument].number++;
    if (s->word == NATIVE_ONCE_SET)
        s->word = 0;
}

bool channels_ready(const native_ipc *i, const native_slot *s)
{
    u32 k = (u32)s->argument;

    if (s->other & IPC_AT_ONCE)
        return true;
    switch (s->operation) {
    case NATIVE_FD_READ:
    case NATIVE_SOCKET_ACCEPT:
        return i->files[k].nonblocking || ipc_can_read(i, k);
    case NATIVE_FD_WRITE:
        return i->files[k].nonblocking || ipc_can_write(i, k, (u32)(s->other >> IPC_NEED));
    case NATIVE_FIFO_MEET:
        return met(i, s);
    case NATIVE_SOCKET_CONNECT:
        return i->files[k].nonblocking || can_connect(i, &i->files[k]);
    case NATIVE_SOCKET_SEND:
        return i->files[k].nonblocking ||
               ipc_can_send(i, k, (u32)s->data2, (u32)(s->other >> IPC_NEED));
    case NATIVE_FD_POLL:
    case NATIVE_FD_EPOLL:
        return ipc_ready_watches(i, k) != 0;
    case NATIVE_FILE_LOCK:
        return i->released != k;
    case NATIVE_MSGSND:
    case NATIVE_MSGRCV:
        return native_queue_ready(i, s);
    case NATIVE_MQ_SEND:
    case NATIVE_MQ_RECEIVE:
        return mqueues_ready(i, s);
    case NATIVE_TIMER_FILE:
        return can_tick(i, s);
    case NATIVE_FUTEX_SLEEP:
        return i->sleepers[k].woken;
    default:
        return true;
    }
}

u32 channels_choices(const native_ipc *i, const native_slot *s)
{
    u32 n = 1;

    if (s->operation == NATIVE_FD_EPOLL)
        n = ipc_ready_watches(i, (u32)s->argument);
    else if (s->operation == NATIVE_FUTEX_WAKE)
        n = ipc_sleepers(i, s->object);
    else if (s->stranded)
        n = 2;
    return n ? n : 1;
}

static void close_event(const ipc_file *f, event *e)
{
    bool shared = f->refs > 1 && f->kind != FILE_FIFO && f->kind != FILE_MESSAGES;

    if (!shared)
        return;
    e->offset = 8 + 4 * f->side;
    e->size = 4;
}

static bool closes(u32 operation)
{
    return operation == NATIVE_FD_CLOSE || operation == NATIVE_FD_EXIT ||
           operation == NATIVE_FD_EXEC;
}

/* A send over a socket of messages finds what the close of the other end left for readers. */
static void send_event(const ipc_file *f, const native_slot *s, event *e)
{
    if (MUTANT(NATIVE_UNREAD_SEND) || f->kind != FILE_SOCKET || f->type != SOCK_SEQPACKET ||
        s->object - f->object > 4)
        return;
    place_event(e, f->object);
    e->size = 8;
}

void channels_event(const native_ipc *i, const native_slot *s, event *e)
{
    if (s->object)
        place_event(e, s->object);
    if (s->operation == NATIVE_PROBE_READ || s->operation == NATIVE_PROBE_WRITE)
        e->value = s->argument;
    if (closes(s->operation))
        close_event(&i->files[s->argument], e);
    if (s->operation == NATIVE_FD_WRITE)
        send_event(&i->files[s->argument], s, e);
    if (s->operation == NATIVE_SOCKET_SEND && !channels_ready(i, s))
        e->flags |= EVF_OPAQUE; /* which queue is full is known when it is sent */
    if (s->other & IPC_ANYTHING || s->operation == NATIVE_FUTEX_WAIT)
        e->flags |= EVF_OPAQUE; /* a futex's word is written in any step */
    if (!(s->other & IPC_AT_ONCE) && !closes(s->operation))
        e->flags |= EVF_GUARD;
}

/* A socket with an address, which may be closed for the last time. */
static bool named(const native_ipc *i, const native_slot *s)
{
    const ipc_file *f = &i->files[s->argument];

    return closes(s->operation) && f->addressed && f->state != SOCKET_NEW;
}

bool channels_unname(const native_ipc *i, const native_slot *s)
{
    return named(i, s) && i->files[s->argument].refs == 1;
}

bool channels_vary(const native_ipc *i, const native_slot *s)
{
    return s->operation == NATIVE_SOCKET_SEND || named(i, s);
}

u64 channels_receiver(const native_ipc *i, const native_slot *s)
{
    u32 k = s->operation == NATIVE_SOCKET_SEND ? ipc_receiver(i, (u32)s->argument, (u32)s->data2)
                                               : IPC_FILES;

    return k < IPC_FILES ? i->files[k].object : 0;
}

bool channels_touch_table(const native_slot *s)
{
    return s->operation == NATIVE_FD_CLOSE || s->operation == NATIVE_FIFO_OPEN ||
           s->operation == NATIVE_SOCKET_ACCEPT || s->operation == NATIVE_MQ_NAME;
}

/* What processes and threads speak over: pipes, sockets, event counters, message queues.  All of it
 * lies in the memory that a run shares with heddle: the thread whose turn it is changes it, heddle
 * looks at it to see who can go on, and the kernel has only descriptors that hold the numbers. */
#ifndef NATIVE_IPC_H
#define NATIVE_IPC_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

#define IPC_FILES      192
#define IPC_CHANNELS   96
#define IPC_ROOM       (256u << 10) /* bytes that a channel can ever hold */
#define IPC_PIPE       65536u       /* and what it holds, as in the kernel */
#define IPC_SOCKET     212992u
#define IPC_PAGE       4096u /* PIPE_BUF */
#define IPC_WATCHED    48
#define IPC_QUEUE      16
#define IPC_PATH       112
#define IPC_PATHS      32
#define IPC_EPOLLS     16
#define IPC_SEMAPHORES 32
#define IPC_NAMES      64
#define IPC_MEMORIES   32
#define IPC_MESSAGES   16384u /* bytes of a message queue */
#define IPC_MOST       10u    /* messages of a POSIX queue, and bytes of one, as Linux has it */
#define IPC_LONGEST    8192u
#define IPC_QUEUES     32
#define IPC_TITLE      264 /* of a name, with what is before and behind it */
#define IPC_LISTS      (64 + IPC_EPOLLS)

typedef enum ipc_kind {
    FILE_FREE,
    FILE_PIPE,
    FILE_FIFO,
    FILE_SOCKET,
    FILE_EPOLL,
    FILE_EVENT,
    FILE_QUEUE,
    FILE_SIGNALS,
    FILE_MESSAGES
} ipc_kind;
typedef enum ipc_state { SOCKET_NEW, SOCKET_BOUND, SOCKET_LISTENS, SOCKET_CONNECTED } ipc_state;

/* One way from writers to readers; messages are kept apart by a header where `messages` is set. */
typedef struct ipc_channel {
    uint32_t used;
    uint32_t readers, writers; /* open files */
    uint32_t came[2];          /* how often it was opened for reading, for writing: FIFOs */
    uint32_t capacity, count;
    uint32_t messages;
    uint32_t named; /* stays when nobody has it open */
    uint32_t reset; /* its writer closed with bytes unread: the next read at its end fails */
} ipc_channel;

typedef struct ipc_watch {
    int32_t descriptor;
    uint32_t file; /* + 1; 0: always ready */
    uint32_t home; /* process that watches */
    uint32_t events;
    uint64_t data;
} ipc_watch;

/* An open file, as several descriptors of several processes may share it. */
typedef struct ipc_file {
    uint32_t kind, refs;
    uint64_t object;  /* its name in events; the channels are at 0 and 4, the references above */
    uint32_t side;    /* which of the two ends */
    uint32_t in, out; /* channel + 1; 0: none */
    uint32_t nonblocking, timed_in, timed_out;
    uint32_t shut_in, shut_out;
    uint32_t state, family, type;
    uint32_t addressed; /* a datagram socket that is no pair's: each message has an address */
    uint32_t own_size, peer_size;
    uint8_t own[IPC_PATH], peer[IPC_PATH]; /* addresses */
    uint32_t most, waiting;                /* a listener's queue */
    uint32_t queue[IPC_QUEUE];
    uint64_t number;       /* of an event counter; which POSIX queue */
    uint32_t step;         /* it goes down by one */
    uint32_t list;         /* of what an epoll file watches */
    uint32_t ticks, timer; /* the counter is a timer; its slot + 1, when it was ever set */
} ipc_file;

typedef struct ipc_list {
    uint32_t n;
    ipc_watch at[IPC_WATCHED];
} ipc_list;

typedef struct ipc_path {
    uint32_t channel; /* + 1; 0: free */
    uint64_t object;
    char path[IPC_PATH];
} ipc_path;

typedef struct ipc_semaphore {
    uint32_t used, named;
    uint32_t word[8]; /* the sem_t */
    char name[IPC_NAMES];
} ipc_semaphore;

/* Memory by name or key; the process that made it keeps a descriptor of it to the run's end. */
typedef struct ipc_memory {
    uint32_t used, named;
    uint32_t process; /* as the kernel names it */
    int32_t descriptor;
    int32_t key; /* System V: not IPC_PRIVATE */
    uint64_t size, device, inode;
    uint64_t object;
    char name[IPC_NAMES];
} ipc_memory;

/* Where a thread sends a datagram to. */
typedef struct ipc_target {
    uint32_t size;
    uint8_t address[IPC_PATH];
} ipc_target;

/* Where a signal comes from, as its handler may ask. */
typedef struct ipc_origin {
    int16_t code;    /* si_code */
    uint16_t sender; /* the process's slot + 1; 0: nobody */
    int32_t status;  /* of a child; the number of a timer */
} ipc_origin;

/* Of a thread, as bits by number; caught and ignored are those of its process. */
typedef struct native_signals {
    uint64_t pending, common; /* sent to the thread; to the process, for the thread to take */
    uint64_t blocked, caught, ignored;
    uint64_t masked; /* of those blocked: only while handlers run */
    uint32_t cancelled, cancel_off;
    uint32_t closed;     /* the process has begun to end: no signal comes any more */
    uint32_t no_zombies; /* nobody waits for children of the process: SIGCHLD is ignored */
    uint8_t more[2]
                [64]; /* real-time signals beyond the first: sent to the thread, to the process */
    ipc_origin origins[2][64]; /* of the first one, likewise */
} native_signals;

enum { IPC_FIRST_QUEUED = 34 }; /* of the real-time signals, as the C library has them */

static inline uint64_t ipc_pending(const native_signals *s)
{
    return s->pending | s->common;
}

/* Adds one for the thread, or one for its process that the thread is to take. */
static inline void ipc_signal(native_signals *s, uint32_t number, bool common, ipc_origin from)
{
    uint64_t *set = common ? &s->common : &s->pending, one = 1ull << number;

    if (*set & one && number >= IPC_FIRST_QUEUED && s->more[common][number] < UINT8_MAX)
        s->more[common][number]++;
    if (!(*set & one))
        s->origins[common][number] = from;
    *set |= one;
}

/* Takes one of those wanted, as the kernel does: the thread's own first, the lowest number first;
 * 0: there is none. */
static inline uint32_t ipc_take_signal(native_signals *s, uint64_t wanted, ipc_origin *from)
{
    bool common = !(s->pending & wanted);
    uint64_t *set = common ? &s->common : &s->pending;
    uint32_t number;

    if (!(*set & wanted))
        return 0;
    number = (uint32_t)__builtin_ctzll(*set & wanted);
    *from = s->origins[common][number];
    if (s->more[common][number])
        s->more[common][number]--;
    else
        *set &= ~(1ull << number);
    return number;
}

static inline void ipc_drop_signal(native_signals *s, uint32_t number)
{
    ipc_origin from;

    while (ipc_take_signal(s, 1ull << number, &from))
        continue;
}

/* A thread that sleeps at a futex. */
typedef struct ipc_sleeper {
    uint64_t at;
    uint32_t bits, woken;
} ipc_sleeper;

/* In front of a message of a queue. */
typedef struct ipc_message {
    long type;
    uint32_t size;
} ipc_message;

/* A POSIX message queue: its messages are in the channel, as they will be taken.  One process may
 * ask to be told when a message comes to the empty queue; what it was told last is kept for the
 * signal's handler. */
typedef struct ipc_told {
    uint32_t process; /* slot + 1; 0: nobody */
    uint32_t number;  /* of the signal; 0: none is sent */
    uint64_t value;
    uint32_t sender;
} ipc_told;

typedef struct ipc_queue {
    uint32_t named, opens; /* open files */
    uint32_t channel;      /* + 1 */
    uint64_t object;
    uint32_t most, size, held; /* messages, bytes of one; messages that are there */
    ipc_told tells, told;
    char name[IPC_TITLE];
} ipc_queue;

typedef struct native_ipc {
    uint32_t most_files, most_channels, most_paths; /* that were ever in use in this run */
    uint32_t epolls, most_memories, most_queues;
    ipc_file files[IPC_FILES];
    ipc_list lists[IPC_LISTS]; /* a thread's, of poll, by its slot; then those of epoll files */
    ipc_channel channels[IPC_CHANNELS];
    ipc_path paths[IPC_PATHS];
    ipc_semaphore semaphores[IPC_SEMAPHORES];
    ipc_memory memories[IPC_MEMORIES];
    ipc_queue queues[IPC_QUEUES];          /* of POSIX, as they were made in this run */
    ipc_target targets[64];                /* by slot */
    native_signals signals[64];            /* by slot */
    ipc_sleeper sleepers[64];              /* by slot */
    uint32_t regrouped;                    /* a process left the group of all */
    uint32_t released;                     /* how often locks of files were given back */
    uint8_t bytes[IPC_CHANNELS][IPC_ROOM]; /* last: not cleared between runs */
} native_ipc;

/* Names of objects: the one of all addresses and listeners, a file's, and a process's table. */
#define IPC_NAME        (1ull << 60)
#define IPC_OBJECT(n)   (IPC_NAME | (uint64_t)(n) << 31)
#define IPC_ADDRESSES   IPC_OBJECT(0)
#define IPC_LOCKS       (IPC_NAME | 1ull << 58)
#define IPC_TABLE(slot) (IPC_NAME | 1ull << 59 | (uint64_t)(slot) << 31)

/* How an operation is asked for: in `other`, the bytes of room that it needs above. */
enum { IPC_AT_ONCE = 1, IPC_TIMED = 2, IPC_ANYTHING = 4, IPC_EXCEPT = 8, IPC_NEED = 8 /* shift */ };

/* Of a pair: whoever reads learns nothing of what becomes of the other end. */
static inline bool ipc_by_datagrams(const ipc_file *f)
{
    return f->kind == FILE_SOCKET && f->type == SOCK_DGRAM;
}

static inline bool ipc_can_read(const native_ipc *i, uint32_t file)
{
    const ipc_file *f = &i->files[file];

    if (f->kind == FILE_EVENT)
        return f->number != 0;
    if (f->kind == FILE_SOCKET && f->state == SOCKET_LISTENS)
        return f->waiting != 0;
    if (!f->in || f->shut_in)
        return true; /* an error, or the end */
    return i->channels[f->in - 1].count ||
           (!i->channels[f->in - 1].writers && !ipc_by_datagrams(f));
}

/* `need` bytes; 0: any. */
static inline bool ipc_can_write(const native_ipc *i, uint32_t file, uint32_t need)
{
    const ipc_file *f = &i->files[file];
    const ipc_channel *c = f->out ? &i->channels[f->out - 1] : 0;

    if (f->kind == FILE_EVENT)
        return f->number <= UINT64_MAX - 1 - need;
    if (!c || f->shut_out || !c->readers)
        return true; /* an error */
    return c->capacity - c->count >= (need ? need : 1);
}

/* The place of the first message of a type (0: any; negative: of the least up to it), or
 * UINT32_MAX. */
static inline uint32_t ipc_find_message(const native_ipc *i, uint32_t file, long type, bool except)
{
    const ipc_channel *c = &i->channels[i->files[file].in - 1];
    const uint8_t *bytes = i->bytes[i->files[file].in - 1];
    uint32_t best = UINT32_MAX;
    long least = -type;
    ipc_message h;

    for (uint32_t at = 0; at < c->count; at += (uint32_t)sizeof h + h.size) {
        memcpy(&h, bytes + at, sizeof h);
        if (type >= 0 && (!type || (h.type == type) != except))
            return at;
        if (type < 0 && (h.type < least || (h.type == least && best == UINT32_MAX))) {
            least = h.type;
            best = at;
        }
    }
    return best;
}

static inline uint32_t ipc_sleepers(const native_ipc *i, uint64_t at)
{
    uint32_t n = 0;

    for (uint32_t k = 0; k < 64; k++)
        n += i->sleepers[k].at == at && !i->sleepers[k].woken;
    return n;
}

/* In front of a message of a socket; the sender's address lies between. */
typedef struct ipc_header {
    uint32_t size, from_size;
} ipc_header;

enum { READY_IN = 1, READY_OUT = 4, READY_ERROR = 8, READY_HANGUP = 16, READY_END = 0x2000 };

/* The POSIX queue of a file. */
static inline const ipc_queue *ipc_queue_of(const native_ipc *i, const ipc_file *f)
{
    return &i->queues[f->number];
}

static inline uint32_t ipc_queue_readiness(const ipc_queue *q)
{
    return (q->held ? READY_IN : 0) | (q->held < q->most ? READY_OUT : 0);
}

/* Does a message that comes now come to an empty queue of which a process wants to know? */
static inline bool ipc_queue_tells(const ipc_queue *q)
{
    return q->tells.process && !q->held;
}

/* What poll says of a file; readiness of an epoll file is up to the caller. */
static inline uint32_t ipc_readiness(const native_ipc *i, uint32_t file)
{
    const ipc_file *f = &i->files[file];
    const ipc_channel *in = f->in ? &i->channels[f->in - 1] : 0;
    const ipc_channel *out = f->out ? &i->channels[f->out - 1] : 0;
    bool unconnected =
        f->kind == FILE_SOCKET && (f->state == SOCKET_NEW || f->state == SOCKET_BOUND);
    uint32_t ready = 0;

    if (f->kind == FILE_MESSAGES)
        return ipc_queue_readiness(ipc_queue_of(i, f));
    if (f->addressed)
        return READY_OUT | (in->count || f->shut_in ? READY_IN : 0);
    if (unconnected)
        return READY_OUT | READY_HANGUP;
    if ((in || f->kind == FILE_EVENT || f->state == SOCKET_LISTENS) && ipc_can_read(i, file) &&
        (f->kind != FILE_PIPE || in->count))
        ready |= READY_IN;
    if ((out || (f->kind == FILE_EVENT && !f->ticks)) &&
        ipc_can_write(i, file, f->kind == FILE_SOCKET || f->kind == FILE_EVENT ? 1 : IPC_PAGE))
        ready |= READY_OUT;
    if (f->state == SOCKET_CONNECTED && (!in || (!in->writers && !ipc_by_datagrams(f))))
        ready |= READY_IN | READY_END | (!out || !out->readers ? READY_HANGUP : 0);
    else if (in && !in->writers && !ipc_by_datagrams(f))
        ready |= READY_HANGUP;
    if (f->kind != FILE_SOCKET && !in && out && !out->readers)
        ready |= READY_ERROR;
    return ready;
}

static inline uint32_t ipc_watch_ready(const native_ipc *i, const ipc_watch *w)
{
    uint32_t always = READY_ERROR | READY_HANGUP;
    const ipc_file *f = w->file ? &i->files[w->file - 1] : 0;

    if (!w->events)
        return 0;
    if (f && f->kind == FILE_SIGNALS) /* of whoever watches, not of whoever made it */
        return ipc_pending(&i->signals[w->home]) & f->number ? READY_IN & w->events : 0;
    return (w->file ? ipc_readiness(i, w->file - 1) : READY_IN | READY_OUT) & (w->events | always);
}

static inline uint32_t ipc_ready_watches(const native_ipc *i, uint32_t list)
{
    uint32_t n = 0;

    for (uint32_t k = 0; k < i->lists[list].n; k++)
        n += ipc_watch_ready(i, &i->lists[list].at[k]) != 0;
    return n;
}

static inline uint32_t ipc_port(const uint8_t *address)
{
    const struct sockaddr_in *a = (const void *)address;

    return a->sin_port; /* at the same place with version 6 */
}

static inline bool ipc_same_address(const ipc_file *a, const ipc_file *b)
{
    if ((a->family == AF_UNIX) != (b->family == AF_UNIX))
        return false;
    if (a->family != AF_UNIX)
        return ipc_port(a->own) == ipc_port(b->peer);
    return a->own_size == b->peer_size && !memcmp(a->own, b->peer, a->own_size);
}

/* The listener at the address that a socket wants to connect to; IPC_FILES: none. */
static inline uint32_t ipc_listener(const native_ipc *i, const ipc_file *from)
{
    for (uint32_t k = 0; k < i->most_files; k++) {
        const ipc_file *f = &i->files[k];

        if (f->kind == FILE_SOCKET && f->state == SOCKET_LISTENS && f->type == from->type &&
            ipc_same_address(f, from))
            return k;
    }
    return IPC_FILES;
}

/* The datagram socket that a message to the address goes to; IPC_FILES: none. */
static inline uint32_t ipc_receiver(const native_ipc *i, uint32_t from, uint32_t slot)
{
    ipc_file wanted = {.family = i->files[from].family, .peer_size = i->targets[slot].size};

    memcpy(wanted.peer, i->targets[slot].address, IPC_PATH);
    for (uint32_t k = 0; k < i->most_files; k++) {
        const ipc_file *f = &i->files[k];

        if (f->kind == FILE_SOCKET && f->addressed && f->state != SOCKET_NEW && f->own_size &&
            ipc_same_address(f, &wanted))
            return k;
    }
    return IPC_FILES;
}

/* Is there room for a message?  UDP drops what does not fit. */
static inline bool ipc_can_send(const native_ipc *i, uint32_t from, uint32_t slot, uint32_t need)
{
    uint32_t k = ipc_receiver(i, from, slot);
    const ipc_channel *c = k < IPC_FILES ? &i->channels[i->files[k].in - 1] : 0;

    return !c || i->files[from].family != AF_UNIX || c->capacity - c->count >= need;
}

#endif

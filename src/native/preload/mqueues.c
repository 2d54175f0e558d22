/* POSIX message queues.  They exist in the memory that the run shares, and the kernel has none of
 * them: a descriptor of one is a number, and its name is nowhere.  Messages lie in the order in
 * which they will be taken: by falling priority, and of one priority as they came. */
#define _GNU_SOURCE
#include "native/preload/mqueues.h"
#include "native/preload/access.h"
#include "native/preload/files.h"
#include "native/preload/signals.h"
#include "native/preload/times.h"

#include <fcntl.h>
#include <limits.h>
#include <mqueue.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static ipc_queue *queue_of(const ipc_file *f)
{
    return &control->ipc.queues[f->number];
}

static ipc_channel *channel_of(const ipc_queue *q)
{
    return &control->ipc.channels[q->channel - 1];
}

static uint8_t *bytes_of(const ipc_queue *q)
{
    return control->ipc.bytes[q->channel - 1];
}

/* NULL: it is no queue's. */
static ipc_file *file_at(mqd_t descriptor)
{
    int k = control ? file_of(descriptor) : -1;

    return k >= 0 && FILES[k].kind == FILE_MESSAGES ? &FILES[k] : NULL;
}

/* Another thread may have closed it meanwhile. */
static int turn(uint32_t operation, const ipc_file *f, uint64_t other, uint64_t caller)
{
    uint64_t object = f->object;
    int error = file_ask(operation, f, object, other, caller);

    return error ? error : f->kind != FILE_MESSAGES || f->object != object ? EBADF : 0;
}

/* Names. */

static void step(uint32_t operation, uint64_t caller)
{
    control_ask(&(ask){
        .operation = operation, .object = IPC_ADDRESSES, .other = IPC_AT_ONCE, .caller = caller});
}

static int wrong_name(const char *name)
{
    if (*name != '/')
        return EINVAL;
    if (strchr(name + 1, '/') || !strcmp(name + 1, ".") || !strcmp(name + 1, ".."))
        return EACCES;
    return !name[1] ? ENOENT : strlen(name + 1) > NAME_MAX ? ENAMETOOLONG : 0;
}

static ipc_queue *find(const char *name)
{
    for (uint32_t k = 0; k < control->ipc.most_queues; k++)
        if (control->ipc.queues[k].named && !strcmp(control->ipc.queues[k].name, name))
            return &control->ipc.queues[k];
    return NULL;
}

static bool wrong_size(const struct mq_attr *a)
{
    return a->mq_maxmsg <= 0 || a->mq_maxmsg > (long)IPC_MOST || a->mq_msgsize <= 0 ||
           a->mq_msgsize > (long)IPC_LONGEST;
}

static ipc_queue *make(const char *name, const struct mq_attr *attr, uint64_t caller)
{
    ipc_queue *q = &control->ipc.queues[control->ipc.most_queues];

    if (control->ipc.most_queues == IPC_QUEUES)
        control_end(END_REFUSED, 0, "so many message queues in a run", caller);
    control->ipc.most_queues++;
    *q = (ipc_queue){.named = 1,
                     .object = file_name(),
                     .most = attr ? (uint32_t)attr->mq_maxmsg : IPC_MOST,
                     .size = attr ? (uint32_t)attr->mq_msgsize : IPC_LONGEST};
    q->channel = channel_new(q->most * (q->size + (uint32_t)sizeof(ipc_message)), true, caller);
    strncpy(q->name, name, IPC_TITLE - 1);
    return q;
}

static mqd_t open_file(int number, ipc_queue *q, int flags, uint64_t caller)
{
    ipc_file *f = file_new(FILE_MESSAGES, q->object, 0, caller);
    int mode = flags & O_ACCMODE;

    f->number = (uint64_t)(q - control->ipc.queues);
    f->nonblocking = (flags & O_NONBLOCK) != 0;
    f->in = mode != O_WRONLY ? q->channel : 0;
    f->out = mode != O_RDONLY ? q->channel : 0;
    q->opens++;
    return file_number(number, f, caller);
}

static mqd_t open_queue(const char *name, int flags, const struct mq_attr *attr, uint64_t caller)
{
    int error = wrong_name(name), number;
    ipc_queue *q;

    if (!control)
        control_end(END_REFUSED, 0, "mq_open before main", caller);
    if (error || (flags & O_ACCMODE) == O_ACCMODE)
        return fail_with(error ? error : EINVAL);
    step(NATIVE_MQ_NAME, caller);
    q = find(name);
    if (q ? flags & O_CREAT && flags & O_EXCL : !(flags & O_CREAT))
        return fail_with(q ? EEXIST : ENOENT);
    if (!q && attr && wrong_size(attr))
        return fail_with(EINVAL);
    number = (int)told(
        control_call(SYS_openat, AT_FDCWD, (long)"/dev/null", O_RDWR | O_CLOEXEC, 0, 0, 0));
    if (number < 0)
        return number;
    return open_file(number, q ? q : make(name, attr, caller), flags, caller);
}

EXPORT mqd_t mq_open(const char *name, int flags, ...)
{
    const struct mq_attr *attr = NULL;
    va_list list;

    va_start(list, flags);
    if (flags & O_CREAT) {
        va_arg(list, mode_t);
        attr = va_arg(list, const struct mq_attr *);
    }
    va_end(list);
    return open_queue(name, flags, attr, CALLER);
}

EXPORT mqd_t __mq_open_2(const char *name, int flags);
EXPORT mqd_t __mq_open_2(const char *name, int flags)
{
    return open_queue(name, flags, NULL, CALLER);
}

static void leave(ipc_queue *q)
{
    channel_of(q)->used = q->opens || q->named;
}

EXPORT int mq_unlink(const char *name)
{
    int error = wrong_name(name);
    ipc_queue *q;

    if (!control)
        control_end(END_REFUSED, 0, "mq_unlink before main", CALLER);
    if (error)
        return fail_with(error);
    step(NATIVE_MQ_UNLINK, CALLER);
    q = find(name);
    if (!q)
        return fail_with(ENOENT);
    q->named = 0;
    leave(q);
    return 0;
}

EXPORT int mq_close(mqd_t descriptor)
{
    return close(descriptor);
}

void mqueue_drop(const ipc_file *f)
{
    ipc_queue *q = queue_of(f);

    if (q->tells.process == control_process + 1)
        q->tells.process = 0;
}

void mqueue_end(ipc_file *f)
{
    ipc_queue *q = queue_of(f);

    f->in = f->out = 0;
    q->opens--;
    leave(q);
}

/* Messages. */

static void put(ipc_queue *q, const char *text, uint32_t n, unsigned priority)
{
    ipc_message h = {.type = (long)priority, .size = n}, other;
    ipc_channel *c = channel_of(q);
    uint8_t *b = bytes_of(q);
    uint32_t at = 0;

    for (; at < c->count; at += (uint32_t)sizeof h + other.size) {
        memcpy(&other, b + at, sizeof other);
        if (other.type < h.type)
            break;
    }
    memmove(b + at + sizeof h + n, b + at, c->count - at);
    memcpy(b + at, &h, sizeof h);
    memcpy(b + at + sizeof h, text, n);
    c->count += (uint32_t)sizeof h + n;
    q->held++;
}

static ssize_t take(ipc_queue *q, char *text, unsigned *priority)
{
    ipc_channel *c = channel_of(q);
    uint8_t *b = bytes_of(q);
    ipc_message h;

    memcpy(&h, b, sizeof h);
    memcpy(text, b + sizeof h, h.size);
    if (priority)
        *priority = (unsigned)h.type;
    c->count -= (uint32_t)sizeof h + h.size;
    memmove(b, b + sizeof h + h.size, c->count);
    q->held--;
    return (ssize_t)h.size;
}

/* The wish is granted once; the signal is heddle's. */
static void tell(ipc_queue *q)
{
    if (!ipc_queue_tells(q) || control_result())
        return;
    q->told = q->tells;
    q->told.sender = (uint32_t)getpid();
    q->tells.process = 0;
}

/* What is wrong with a call is found in its turn, as others may close the descriptor. */
static uint64_t how(int error, const struct timespec *t)
{
    return error ? IPC_AT_ONCE : t ? IPC_TIMED : 0;
}

static int send_it(mqd_t descriptor, const char *text, size_t n, unsigned priority,
                   const struct timespec *t, uint64_t caller)
{
    const ipc_file *f = file_at(descriptor);
    ipc_queue *q;
    int error, wrong;

    if (priority >= MQ_PRIO_MAX || times_refused(t))
        return fail_with(EINVAL);
    if (!f)
        return fail_with(EBADF);
    access_did(text, n, false, caller);
    q = queue_of(f);
    wrong = !f->out ? EBADF : n > q->size ? EMSGSIZE : 0;
    error = turn(NATIVE_MQ_SEND, f, how(wrong, t), caller);
    if (error || wrong)
        return fail_with(error ? error : wrong);
    if (q->held == q->most)
        return fail_with(EAGAIN);
    tell(q);
    put(q, text, (uint32_t)n, priority);
    signals_deliver(&(bool){false}, caller); /* it may have told its own process */
    return 0;
}

static ssize_t receive(mqd_t descriptor, char *text, size_t n, unsigned *priority,
                       const struct timespec *t, uint64_t caller)
{
    const ipc_file *f = file_at(descriptor);
    ipc_queue *q;
    int error, wrong;
    ssize_t got;

    if (times_refused(t))
        return fail_with(EINVAL);
    if (!f)
        return fail_with(EBADF);
    q = queue_of(f);
    wrong = !f->in ? EBADF : n < q->size ? EMSGSIZE : 0;
    error = turn(NATIVE_MQ_RECEIVE, f, how(wrong, t), caller);
    if (error || wrong)
        return fail_with(error ? error : wrong);
    if (!q->held)
        return fail_with(EAGAIN);
    got = take(q, text, priority);
    access_did(text, (size_t)got, true, caller);
    if (priority)
        access_did(priority, sizeof *priority, true, caller);
    return got;
}

EXPORT int mq_send(mqd_t descriptor, const char *text, size_t n, unsigned priority)
{
    return send_it(descriptor, text, n, priority, NULL, CALLER);
}

EXPORT int mq_timedsend(mqd_t descriptor, const char *text, size_t n, unsigned priority,
                        const struct timespec *t)
{
    return send_it(descriptor, text, n, priority, t, CALLER);
}

EXPORT ssize_t mq_receive(mqd_t descriptor, char *text, size_t n, unsigned *priority)
{
    return receive(descriptor, text, n, priority, NULL, CALLER);
}

EXPORT ssize_t mq_timedreceive(mqd_t descriptor, char *restrict text, size_t n,
                               unsigned *restrict priority, const struct timespec *restrict t)
{
    return receive(descriptor, text, n, priority, t, CALLER);
}

/* Attributes. */

static struct mq_attr attributes(const ipc_file *f)
{
    const ipc_queue *q = queue_of(f);

    return (struct mq_attr){.mq_flags = f->nonblocking ? O_NONBLOCK : 0,
                            .mq_maxmsg = q->most,
                            .mq_msgsize = q->size,
                            .mq_curmsgs = q->held};
}

EXPORT int mq_getattr(mqd_t descriptor, struct mq_attr *out)
{
    const ipc_file *f = file_at(descriptor);
    int error = f ? turn(NATIVE_MQ_LOOK, f, IPC_AT_ONCE, CALLER) : EBADF;

    if (error)
        return fail_with(error);
    *out = attributes(f);
    return 0;
}

EXPORT int mq_setattr(mqd_t descriptor, const struct mq_attr *restrict next,
                      struct mq_attr *restrict was)
{
    ipc_file *f = file_at(descriptor);
    int error;

    if (next->mq_flags & ~O_NONBLOCK)
        return fail_with(EINVAL);
    error = f ? turn(NATIVE_MQ_SET, f, IPC_AT_ONCE, CALLER) : EBADF;
    if (error)
        return fail_with(error);
    if (was)
        *was = attributes(f);
    f->nonblocking = (next->mq_flags & O_NONBLOCK) != 0;
    return 0;
}

/* Telling. */

static int wrong_wish(const struct sigevent *wish, uint64_t caller)
{
    if (wish && wish->sigev_notify == SIGEV_THREAD)
        control_end(END_REFUSED, 0, "mq_notify with a thread", caller);
    if (!wish || wish->sigev_notify == SIGEV_NONE)
        return 0;
    if (wish->sigev_notify != SIGEV_SIGNAL || wish->sigev_signo < 0 || wish->sigev_signo >= NSIG)
        return EINVAL;
    signals_refuse_stops(wish->sigev_signo, caller);
    return 0;
}

static int register_wish(ipc_queue *q, const struct sigevent *wish)
{
    if (q->tells.process)
        return fail_with(EBUSY);
    q->tells =
        (ipc_told){.process = control_process + 1,
                   .number = wish->sigev_notify == SIGEV_SIGNAL ? (uint32_t)wish->sigev_signo : 0,
                   .value = (uint64_t)wish->sigev_value.sival_ptr};
    return 0;
}

EXPORT int mq_notify(mqd_t descriptor, const struct sigevent *wish)
{
    const ipc_file *f = file_at(descriptor);
    int error = wrong_wish(wish, CALLER);

    if (error)
        return fail_with(error);
    error = f ? turn(NATIVE_MQ_NOTIFY, f, IPC_AT_ONCE, CALLER) : EBADF;
    if (error)
        return fail_with(error);
    if (wish)
        return register_wish(queue_of(f), wish);
    mqueue_drop(f);
    return 0;
}

void mqueue_info(int number, siginfo_t *info)
{
    for (uint32_t k = 0; k < control->ipc.most_queues; k++) {
        ipc_told *t = &control->ipc.queues[k].told;

        if (t->process != control_process + 1 || t->number != (uint32_t)number)
            continue;
        info->si_code = SI_MESGQ;
        info->si_pid = (pid_t)t->sender;
        info->si_uid = getuid();
        info->si_value.sival_ptr = (void *)t->value;
        t->process = 0;
        return;
    }
}

/* poll, select, epoll: the thread waits until something that it watches is ready, or time ends.
 * poll and select report all that is ready; epoll_wait begins with any of it. */
#define _GNU_SOURCE
#include "native/preload/files.h"
#include "native/preload/times.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void refuse_mask(const void *mask, uint64_t caller)
{
    if (mask)
        control_end(END_REFUSED, 0, "a mask of signals with poll, select or epoll", caller);
}

static bool is_open(int descriptor)
{
    return control_call(SYS_fcntl, descriptor, F_GETFD, 0, 0, 0, 0) >= 0;
}

static void watch(ipc_list *l, int descriptor, uint32_t events, uint64_t data, uint64_t caller)
{
    int k = file_of(descriptor);

    if (l->n == IPC_WATCHED)
        control_end(END_REFUSED, 0, "so many descriptors to wait for at once", caller);
    if (k >= 0 && FILES[k].kind == FILE_EPOLL)
        control_end(END_REFUSED, 0, "waiting for an epoll descriptor", caller);
    l->at[l->n++] = (ipc_watch){.descriptor = descriptor,
                                .file = (uint32_t)(k + 1),
                                .home = control_process,
                                .events = events,
                                .data = data};
}

/* What a wait for several files meets is not known by one name. */
static int wait_for(uint32_t operation, uint32_t list, int timeout, uint64_t caller)
{
    const ipc_list *l = &control->ipc.lists[list];
    bool one = operation == NATIVE_FD_POLL && l->n == 1 && l->at[0].file;
    uint64_t object = one ? FILES[l->at[0].file - 1].object : 0;

    return control_ask(&(ask){.operation = operation,
                              .object = object,
                              .argument = list,
                              .other = (timeout == 0  ? IPC_AT_ONCE
                                        : timeout > 0 ? IPC_TIMED
                                                      : 0u) |
                                       (one ? 0u : IPC_ANYTHING),
                              .caller = caller});
}

static int do_poll(struct pollfd *p, nfds_t n, int timeout, uint64_t caller)
{
    ipc_list *l = &control->ipc.lists[control_self];
    int ready = 0, error;

    l->n = 0;
    for (nfds_t i = 0; i < n; i++) {
        p[i].revents = 0;
        if (p[i].fd < 0)
            continue;
        if (is_open(p[i].fd))
            watch(l, p[i].fd, (uint32_t)(uint16_t)p[i].events | POLLERR, i, caller);
        else
            p[i].revents = POLLNVAL;
        ready += p[i].revents != 0;
    }
    if (ready)
        timeout = 0;
    error = wait_for(NATIVE_FD_POLL, control_self, timeout, caller);
    if (error)
        return error == ETIMEDOUT ? 0 : fail_with(error);
    for (uint32_t k = 0; k < l->n; k++) {
        struct pollfd *at = &p[l->at[k].data];
        uint32_t got = ipc_watch_ready(&control->ipc, &l->at[k]);

        at->revents = (short)(got & 0x7fff);
        ready += got != 0;
    }
    return ready;
}

EXPORT int poll(struct pollfd *p, nfds_t n, int timeout)
{
    if (!control)
        return (int)told(control_call(SYS_poll, (long)p, (long)n, timeout, 0, 0, 0));
    return do_poll(p, n, timeout, CALLER);
}

EXPORT int __poll_chk(struct pollfd *p, nfds_t n, int timeout, size_t room);
EXPORT int __poll_chk(struct pollfd *p, nfds_t n, int timeout, size_t room)
{
    (void)room;
    return poll(p, n, timeout);
}

static int sign_of(const struct timespec *t)
{
    return !t ? -1 : t->tv_sec || t->tv_nsec;
}

EXPORT int ppoll(struct pollfd *p, nfds_t n, const struct timespec *t, const sigset_t *mask)
{
    refuse_mask(mask, CALLER);
    if (times_refused(t))
        return fail_with(EINVAL);
    return do_poll(p, n, sign_of(t), CALLER);
}

static bool wanted(const fd_set *set, int i)
{
    return set && FD_ISSET(i, set);
}

static int put(fd_set *set, int i, bool ready)
{
    if (!set)
        return 0;
    if (!ready)
        FD_CLR(i, set);
    return ready && FD_ISSET(i, set);
}

static int do_select(int n, fd_set *in, fd_set *out, fd_set *odd, int timeout, uint64_t caller)
{
    struct pollfd p[FD_SETSIZE];
    nfds_t k = 0;
    int ready = 0, got;

    if (n < 0 || n > FD_SETSIZE)
        return fail_with(EINVAL);
    for (int i = 0; i < n; i++) {
        short events = (short)((wanted(in, i) ? POLLIN : 0) | (wanted(out, i) ? POLLOUT : 0) |
                               (wanted(odd, i) ? POLLPRI : 0));

        if (events && !is_open(i))
            return fail_with(EBADF);
        if (events)
            p[k++] = (struct pollfd){.fd = i, .events = events};
    }
    got = do_poll(p, k, timeout, caller);
    for (nfds_t i = 0; got >= 0 && i < k; i++) {
        short r = p[i].revents;

        ready += put(in, p[i].fd, r & (POLLIN | POLLHUP | POLLERR));
        ready += put(out, p[i].fd, r & (POLLOUT | POLLERR));
        ready += put(odd, p[i].fd, r & POLLPRI);
    }
    return got < 0 ? got : ready;
}

EXPORT int select(int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict odd,
                  struct timeval *restrict t)
{
    if (t && (t->tv_sec < 0 || t->tv_usec < 0))
        return fail_with(EINVAL);
    return do_select(n, in, out, odd, !t ? -1 : t->tv_sec || t->tv_usec, CALLER);
}

EXPORT int pselect(int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict odd,
                   const struct timespec *restrict t, const sigset_t *restrict mask)
{
    refuse_mask(mask, CALLER);
    if (times_refused(t))
        return fail_with(EINVAL);
    return do_select(n, in, out, odd, sign_of(t), CALLER);
}

static int make_epoll(int flags, uint64_t caller)
{
    ipc_file *f;
    int number;

    if (!control || control->ipc.epolls == IPC_EPOLLS)
        control_end(END_REFUSED, 0, control ? "so many epolls" : "epoll before main", caller);
    table_step(caller);
    number = (int)told(control_call(SYS_epoll_create1, flags, 0, 0, 0, 0, 0));
    if (number < 0)
        return number;
    f = file_new(FILE_EPOLL, file_name(), 0, caller);
    f->list = NATIVE_THREADS + control->ipc.epolls++;
    control->ipc.lists[f->list].n = 0;
    return file_number(number, f, caller);
}

EXPORT int epoll_create(int size)
{
    return size > 0 ? make_epoll(0, CALLER) : fail_with(EINVAL);
}

EXPORT int epoll_create1(int flags)
{
    return make_epoll(flags, CALLER);
}

static ipc_list *epoll_of(int descriptor)
{
    int k = file_of(descriptor);

    if (k >= 0 && FILES[k].kind == FILE_EPOLL)
        return &control->ipc.lists[FILES[k].list];
    errno = k >= 0 ? EINVAL : EBADF;
    return NULL;
}

static uint32_t place_of(const ipc_list *l, int descriptor)
{
    uint32_t k = 0;

    while (k < l->n && l->at[k].descriptor != descriptor)
        k++;
    return k;
}

static int change(ipc_list *l, int command, int descriptor, const struct epoll_event *e,
                  uint64_t caller)
{
    uint32_t k = place_of(l, descriptor);

    if (command == EPOLL_CTL_ADD && k < l->n)
        return fail_with(EEXIST);
    if (command != EPOLL_CTL_ADD && k == l->n)
        return fail_with(ENOENT);
    if (command == EPOLL_CTL_DEL) {
        memmove(&l->at[k], &l->at[k + 1], (--l->n - k) * sizeof *l->at);
        return 0;
    }
    if (e->events & (EPOLLET | EPOLLEXCLUSIVE))
        control_end(END_REFUSED, 0, "epoll with EPOLLET or EPOLLEXCLUSIVE", caller);
    if (command == EPOLL_CTL_ADD)
        watch(l, descriptor, e->events, e->data.u64, caller);
    else
        l->at[k].events = e->events, l->at[k].data = e->data.u64;
    return 0;
}

EXPORT int epoll_ctl(int epoll, int command, int descriptor, struct epoll_event *e)
{
    ipc_list *l = epoll_of(epoll);

    if (!l)
        return -1;
    if (!is_open(descriptor))
        return fail_with(EBADF);
    if (file_of(descriptor) < 0)
        return fail_with(EPERM);
    control_ask(&(ask){.operation = NATIVE_FD_TABLE,
                       .object = IPC_ADDRESSES,
                       .other = IPC_AT_ONCE | IPC_ANYTHING,
                       .caller = CALLER});
    return change(l, command, descriptor, e, CALLER);
}

/* A file that is closed is watched no more. */
static void forget_closed(ipc_list *l)
{
    for (uint32_t k = 0; k < l->n;)
        if (l->at[k].file && file_of(l->at[k].descriptor) != (int)l->at[k].file - 1)
            memmove(&l->at[k], &l->at[k + 1], (--l->n - k) * sizeof *l->at);
        else
            k++;
}

static void report(ipc_watch *w, struct epoll_event *out)
{
    *out = (struct epoll_event){.events = ipc_watch_ready(&control->ipc, w), .data.u64 = w->data};
    if (w->events & EPOLLONESHOT)
        w->events = 0;
}

/* What is ready, from one of them on and round. */
static int collect(ipc_list *l, struct epoll_event *out, int most, uint32_t first)
{
    ipc_watch *ready[IPC_WATCHED];
    uint32_t n = 0;
    int given = 0;

    for (uint32_t k = 0; k < l->n; k++)
        if (ipc_watch_ready(&control->ipc, &l->at[k]))
            ready[n++] = &l->at[k];
    for (; given < most && given < (int)n; given++)
        report(ready[(first + (uint32_t)given) % n], &out[given]);
    return given;
}

static int do_epoll(int epoll, struct epoll_event *out, int most, int timeout, uint64_t caller)
{
    ipc_list *l = epoll_of(epoll);
    int error;

    if (!l)
        return -1;
    if (most <= 0)
        return fail_with(EINVAL);
    forget_closed(l);
    error = wait_for(NATIVE_FD_EPOLL, (uint32_t)(l - control->ipc.lists), timeout, caller);
    if (error)
        return error == ETIMEDOUT ? 0 : fail_with(error);
    return collect(l, out, most, (uint32_t)control_result());
}

EXPORT int epoll_wait(int epoll, struct epoll_event *out, int most, int timeout)
{
    return do_epoll(epoll, out, most, timeout, CALLER);
}

EXPORT int epoll_pwait(int epoll, struct epoll_event *out, int most, int timeout,
                       const sigset_t *mask)
{
    refuse_mask(mask, CALLER);
    return do_epoll(epoll, out, most, timeout, CALLER);
}

/* Sockets: pairs, and streams to this host, by UNIX name or TCP port.  A connection is two
 * channels; it is there when connect returns, and the other side finds it in the listener's queue.
 */
#define _GNU_SOURCE
#include "native/preload/files.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#define TYPE_BITS     0xf
#define FIRST_PORT    40000
#define SEND_FLAGS    (MSG_DONTWAIT | MSG_NOSIGNAL | MSG_MORE)
#define RECEIVE_FLAGS (MSG_PEEK | MSG_DONTWAIT | MSG_WAITALL | MSG_TRUNC | MSG_CMSG_CLOEXEC)

static int name_step(uint32_t operation, ipc_file *f, uint64_t other, uint64_t caller)
{
    return file_ask(operation, f, IPC_ADDRESSES, other, caller);
}

/* A number that the kernel holds. */
static int number_for(int flags)
{
    return (int)told(
        control_call(SYS_socket, AF_UNIX, SOCK_STREAM | (flags & SOCK_CLOEXEC), 0, 0, 0, 0));
}

static ipc_file *new_socket(int family, int type, uint64_t object, uint32_t side, uint64_t caller)
{
    ipc_file *f = file_new(FILE_SOCKET, object, side, caller);

    f->family = (uint32_t)family;
    f->type = (uint32_t)type & TYPE_BITS;
    f->nonblocking = (type & SOCK_NONBLOCK) != 0;
    f->own_size = family == AF_UNIX   ? sizeof(sa_family_t)
                  : family == AF_INET ? sizeof(struct sockaddr_in)
                                      : sizeof(struct sockaddr_in6);
    memcpy(f->own, &(sa_family_t){(sa_family_t)family}, sizeof(sa_family_t));
    return f;
}

/* What is sent to it; the other end is whoever sends. */
static void datagram_queue(ipc_file *f, uint64_t caller)
{
    f->addressed = 1;
    f->object = file_name();
    f->in = channel_new(IPC_SOCKET, true, caller);
    control->ipc.channels[f->in - 1].readers = control->ipc.channels[f->in - 1].writers = 1;
}

EXPORT int socket(int family, int type, int protocol)
{
    ipc_file *f;
    int number;

    if (!control || (family != AF_UNIX && family != AF_INET && family != AF_INET6) ||
        ((type & TYPE_BITS) != SOCK_STREAM && (type & TYPE_BITS) != SOCK_DGRAM &&
         !(family == AF_UNIX && (type & TYPE_BITS) == SOCK_SEQPACKET)))
        control_end(END_REFUSED, 0,
                    control ? "socket of another kind than UNIX, TCP or UDP" : "socket before main",
                    CALLER);
    (void)protocol;
    table_step(CALLER);
    number = number_for(type);
    if (number < 0)
        return number;
    f = new_socket(family, type, IPC_ADDRESSES, 0, CALLER);
    if ((type & TYPE_BITS) == SOCK_DGRAM)
        datagram_queue(f, CALLER);
    return file_number(number, f, CALLER);
}

/* The two ends have each other's ways. */
static void join_ends(ipc_file *a, ipc_file *b, uint64_t caller)
{
    bool messages = a->type != SOCK_STREAM;
    uint64_t object = file_name();
    uint32_t to_a = channel_new(IPC_SOCKET, messages, caller), to_b;

    to_b = channel_new(IPC_SOCKET, messages, caller);
    a->object = b->object = object;
    a->side = 0;
    b->side = 1;
    a->in = b->out = to_a;
    a->out = b->in = to_b;
    a->state = b->state = SOCKET_CONNECTED;
    for (int i = 0; i < 2; i++) {
        ipc_channel *c = &control->ipc.channels[(i ? to_b : to_a) - 1];

        c->readers = c->writers = 1;
    }
}

EXPORT int socketpair(int family, int type, int protocol, int ends[2])
{
    ipc_file *a, *b;

    (void)protocol;
    if (!control)
        control_end(END_REFUSED, 0, "socketpair before main", CALLER);
    if (family != AF_UNIX)
        return fail_with(EOPNOTSUPP);
    table_step(CALLER);
    ends[0] = number_for(type);
    ends[1] = number_for(type);
    if (ends[1] < 0)
        return -1;
    a = new_socket(family, type, 0, 0, CALLER);
    file_number(ends[0], a, CALLER);
    b = new_socket(family, type, 0, 1, CALLER);
    file_number(ends[1], b, CALLER);
    join_ends(a, b, CALLER);
    return 0;
}

static ipc_file *socket_of(int descriptor)
{
    int k = file_of(descriptor);

    if (k >= 0 && FILES[k].kind == FILE_SOCKET)
        return &FILES[k];
    errno = control_call(SYS_dup, descriptor, 0, 0, 0, 0, 0) == -EBADF ? EBADF : ENOTSOCK;
    return NULL;
}

/* Addresses. */

static bool is_here(const struct sockaddr *a)
{
    const struct sockaddr_in *four = (const void *)a;
    const struct sockaddr_in6 *six = (const void *)a;

    if (a->sa_family == AF_INET)
        return (ntohl(four->sin_addr.s_addr) >> 24) == 127 || !four->sin_addr.s_addr;
    return a->sa_family != AF_INET6 || IN6_IS_ADDR_LOOPBACK(&six->sin6_addr) ||
           IN6_IS_ADDR_UNSPECIFIED(&six->sin6_addr) || IN6_IS_ADDR_V4MAPPED(&six->sin6_addr);
}

static bool fits(const ipc_file *f, const struct sockaddr *a, socklen_t n)
{
    return a && n >= sizeof(sa_family_t) && n <= IPC_PATH && a->sa_family == f->family &&
           (f->family == AF_UNIX || n >= f->own_size);
}

/* A UNIX name ends with its string. */
static uint32_t keep_address(uint8_t *to, const struct sockaddr *a, socklen_t n)
{
    const char *path = ((const struct sockaddr_un *)(const void *)a)->sun_path;

    if (a->sa_family == AF_UNIX && n > sizeof(sa_family_t) && path[0])
        n = (socklen_t)(sizeof(sa_family_t) + strnlen(path, n - sizeof(sa_family_t)) + 1);
    if (n > IPC_PATH)
        n = IPC_PATH;
    memset(to, 0, IPC_PATH);
    memcpy(to, a, n);
    return n;
}

void socket_port(ipc_file *f)
{
    struct sockaddr_in *a = (void *)f->own;

    if (f->family != AF_UNIX && !a->sin_port)
        a->sin_port = htons((uint16_t)(FIRST_PORT + (file_name() >> 31 & 0x3fff)));
}

static bool taken(const ipc_file *f, const struct sockaddr *a, socklen_t n)
{
    ipc_file wanted = *f;
    struct stat st;

    wanted.peer_size = keep_address(wanted.peer, a, n);
    for (uint32_t k = 0; k < control->ipc.most_files; k++)
        if (FILES[k].kind == FILE_SOCKET &&
            (FILES[k].state == SOCKET_BOUND || FILES[k].state == SOCKET_LISTENS) &&
            (f->family == AF_UNIX || FILES[k].type == f->type) &&
            ipc_same_address(&FILES[k], &wanted) && (f->family == AF_UNIX || ipc_port(wanted.peer)))
            return true;
    return f->family == AF_UNIX && wanted.peer[sizeof(sa_family_t)] &&
           lstat((const char *)wanted.peer + sizeof(sa_family_t), &st) == 0;
}

EXPORT int bind(int descriptor, const struct sockaddr *a, socklen_t n)
{
    ipc_file *f = socket_of(descriptor);

    if (!f)
        return -1;
    if (!fits(f, a, n))
        return fail_with(EINVAL);
    name_step(NATIVE_SOCKET_NAME, f, IPC_AT_ONCE, CALLER);
    if (f->state != SOCKET_NEW)
        return fail_with(EINVAL);
    if (!is_here(a))
        return fail_with(EADDRNOTAVAIL);
    if (taken(f, a, n))
        return fail_with(EADDRINUSE);
    f->own_size = keep_address(f->own, a, n);
    socket_port(f);
    f->state = SOCKET_BOUND;
    return 0;
}

bool socket_unlink(const char *path, uint64_t caller)
{
    for (uint32_t k = 0; control && k < control->ipc.most_files; k++) {
        ipc_file *f = &FILES[k];

        if (f->kind != FILE_SOCKET || f->family != AF_UNIX || f->own_size <= sizeof(sa_family_t) ||
            f->state == SOCKET_CONNECTED || strcmp((char *)f->own + sizeof(sa_family_t), path))
            continue;
        name_step(NATIVE_SOCKET_NAME, f, IPC_AT_ONCE, caller);
        f->own_size = 0;
        return true;
    }
    return false;
}

EXPORT int listen(int descriptor, int most)
{
    ipc_file *f = socket_of(descriptor);

    if (!f)
        return -1;
    if (f->addressed)
        return fail_with(EOPNOTSUPP);
    name_step(NATIVE_SOCKET_LISTEN, f, IPC_AT_ONCE, CALLER);
    if (f->state == SOCKET_CONNECTED || (f->state == SOCKET_NEW && f->family == AF_UNIX))
        return fail_with(EINVAL);
    socket_port(f);
    f->most = most < 0 || most >= IPC_QUEUE ? IPC_QUEUE : (uint32_t)most + 1;
    f->state = SOCKET_LISTENS;
    return 0;
}

static int no_listener(const ipc_file *f)
{
    for (uint32_t k = 0; f->family == AF_UNIX && k < control->ipc.most_files; k++)
        if (FILES[k].kind == FILE_SOCKET && FILES[k].state == SOCKET_BOUND &&
            ipc_same_address(&FILES[k], f))
            return fail_with(ECONNREFUSED);
    return fail_with(f->family == AF_UNIX ? ENOENT : ECONNREFUSED);
}

static int connect_to(ipc_file *f, uint32_t k, uint64_t caller)
{
    ipc_file *l = &FILES[k], *other;

    if (l->waiting == l->most)
        return fail_with(EAGAIN);
    socket_port(f);
    other = new_socket((int)l->family, (int)l->type, 0, 1, caller);
    memcpy(other->own, l->own, IPC_PATH);
    memcpy(other->peer, f->own, IPC_PATH);
    other->own_size = l->own_size;
    other->peer_size = f->own_size;
    join_ends(f, other, caller);
    l->queue[l->waiting++] = file_index(other);
    return f->nonblocking && f->family != AF_UNIX ? fail_with(EINPROGRESS) : 0;
}

/* From now on it takes messages from there alone. */
static int connect_datagrams(ipc_file *f, const struct sockaddr *a, socklen_t n, uint64_t caller)
{
    file_ask(NATIVE_SOCKET_CONNECT, f, f->state == SOCKET_NEW ? f->object : IPC_ADDRESSES,
             IPC_AT_ONCE, caller);
    f->peer_size = keep_address(f->peer, a, n);
    socket_port(f);
    if (f->family != AF_UNIX)
        f->state = SOCKET_BOUND;
    return 0;
}

EXPORT int connect(int descriptor, const struct sockaddr *a, socklen_t n)
{
    ipc_file *f = socket_of(descriptor);
    uint32_t k;
    int error;

    if (!f)
        return -1;
    if (!fits(f, a, n))
        return fail_with(EINVAL);
    if (!is_here(a))
        control_end(END_REFUSED, 0, "connect to another host", CALLER);
    if (f->addressed)
        return connect_datagrams(f, a, n, CALLER);
    f->peer_size = keep_address(f->peer, a, n);
    error = name_step(NATIVE_SOCKET_CONNECT, f, f->timed_out ? IPC_TIMED : 0, CALLER);
    if (error)
        return fail_with(error == ETIMEDOUT ? EAGAIN : error);
    if (f->state == SOCKET_CONNECTED || f->state == SOCKET_LISTENS)
        return fail_with(f->state == SOCKET_CONNECTED ? EISCONN : EINVAL);
    k = ipc_listener(&control->ipc, f);
    return k == IPC_FILES ? no_listener(f) : connect_to(f, k, CALLER);
}

static int give_address(struct sockaddr *to, socklen_t *n, const uint8_t *from, uint32_t size)
{
    if (!to || !n)
        return 0;
    memcpy(to, from, *n < size ? *n : size);
    *n = size;
    return 0;
}

static int accept_one(int descriptor, struct sockaddr *to, socklen_t *n, int flags, uint64_t caller)
{
    ipc_file *f = socket_of(descriptor), *other;
    int error, number;

    if (!f)
        return -1;
    error = name_step(NATIVE_SOCKET_ACCEPT, f, f->timed_in ? IPC_TIMED : 0, caller);
    if (!error && f->state != SOCKET_LISTENS)
        return fail_with(EINVAL);
    if (error || !f->waiting)
        return fail_with(error && error != ETIMEDOUT ? error : EAGAIN);
    number = number_for(flags);
    if (number < 0)
        return number;
    other = &FILES[f->queue[0]];
    memmove(f->queue, f->queue + 1, --f->waiting * sizeof *f->queue);
    other->nonblocking = (flags & SOCK_NONBLOCK) != 0;
    give_address(to, n, other->peer, other->peer_size);
    return file_number(number, other, caller);
}

EXPORT int accept(int descriptor, struct sockaddr *restrict to, socklen_t *restrict n)
{
    return accept_one(descriptor, to, n, 0, CALLER);
}

EXPORT int accept4(int descriptor, struct sockaddr *restrict to, socklen_t *restrict n, int flags)
{
    return accept_one(descriptor, to, n, flags, CALLER);
}

EXPORT int shutdown(int descriptor, int how)
{
    ipc_file *f = socket_of(descriptor);

    if (!f)
        return -1;
    file_ask(NATIVE_FD_SHUTDOWN, f, f->addressed ? IPC_ADDRESSES : f->object, IPC_AT_ONCE, CALLER);
    if (f->family != AF_UNIX && f->state != SOCKET_CONNECTED && !f->peer_size)
        return fail_with(ENOTCONN);
    if (f->state == SOCKET_LISTENS || (f->addressed && how != SHUT_WR))
        control_end(END_REFUSED, 0, "shutdown for reading of such a socket", CALLER);
    if (f->type == SOCK_DGRAM && how != SHUT_RD)
        f->shut_out = 1; /* the other end does not learn of it */
    file_shut(f, how != SHUT_WR, how != SHUT_RD && f->type != SOCK_DGRAM);
    return 0;
}

/* Messages. */

static void known_flags(int flags, int known, uint64_t caller)
{
    if (flags & ~known)
        control_end(END_REFUSED, 0, "send or recv with such flags", caller);
}

static ssize_t send_to(ipc_file *f, const void *from, size_t n, int flags, const struct sockaddr *a,
                       socklen_t size, uint64_t caller)
{
    ipc_target *t = &control->ipc.targets[control_self];

    if (!fits(f, a, size))
        return fail_with(EINVAL);
    if (!is_here(a))
        control_end(END_REFUSED, 0, "sendto another host", caller);
    t->size = keep_address(t->address, a, size);
    return datagram_write(f, from, n, flags, caller);
}

EXPORT ssize_t send(int descriptor, const void *from, size_t n, int flags)
{
    ipc_file *f = socket_of(descriptor);

    known_flags(flags, SEND_FLAGS, CALLER);
    return f ? file_write(f, from, n, flags, CALLER) : -1;
}

EXPORT ssize_t sendto(int descriptor, const void *from, size_t n, int flags,
                      const struct sockaddr *a, socklen_t size)
{
    ipc_file *f = socket_of(descriptor);

    known_flags(flags, SEND_FLAGS, CALLER);
    if (!f || (a && !f->addressed))
        return f ? fail_with(EISCONN) : -1;
    return a ? send_to(f, from, n, flags, a, size, CALLER) : file_write(f, from, n, flags, CALLER);
}

EXPORT ssize_t recv(int descriptor, void *to, size_t n, int flags)
{
    ipc_file *f = socket_of(descriptor);

    known_flags(flags, RECEIVE_FLAGS, CALLER);
    return f ? file_read(f, to, n, flags, CALLER) : -1;
}

EXPORT ssize_t recvfrom(int descriptor, void *restrict to, size_t n, int flags,
                        struct sockaddr *restrict a, socklen_t *restrict size)
{
    ipc_file *f = socket_of(descriptor);

    ssize_t got;

    known_flags(flags, RECEIVE_FLAGS, CALLER);
    got = f ? file_read(f, to, n, flags, CALLER) : -1;
    if (a && size && (!f || !f->addressed))
        *size = 0;
    else if (got >= 0)
        give_address(a, size, file_sender()->address, file_sender()->size);
    return got;
}

EXPORT ssize_t __recv_chk(int descriptor, void *to, size_t n, size_t room, int flags);
EXPORT ssize_t __recv_chk(int descriptor, void *to, size_t n, size_t room, int flags)
{
    if (n > room)
        abort();
    return recv(descriptor, to, n, flags);
}

static size_t total(const struct msghdr *m)
{
    size_t all = 0;

    for (size_t i = 0; i < m->msg_iovlen; i++)
        all += m->msg_iov[i].iov_len;
    return all;
}

EXPORT ssize_t sendmsg(int descriptor, const struct msghdr *m, int flags)
{
    ipc_file *f = socket_of(descriptor);
    size_t at = 0;
    ssize_t got;
    char *all;

    known_flags(flags, SEND_FLAGS, CALLER);
    if (m->msg_controllen)
        control_end(END_REFUSED, 0, "sendmsg of descriptors", CALLER);
    if (!f)
        return -1;
    all = malloc(total(m) + 1);
    for (size_t i = 0; i < m->msg_iovlen; at += m->msg_iov[i++].iov_len)
        memcpy(all + at, m->msg_iov[i].iov_base, m->msg_iov[i].iov_len);
    got = m->msg_name && f->addressed
              ? send_to(f, all, at, flags, m->msg_name, m->msg_namelen, CALLER)
              : file_write(f, all, at, flags, CALLER);
    free(all);
    return got;
}

EXPORT ssize_t recvmsg(int descriptor, struct msghdr *m, int flags)
{
    ipc_file *f = socket_of(descriptor);
    ssize_t got, left;
    size_t at = 0;
    char *all;

    known_flags(flags, RECEIVE_FLAGS, CALLER);
    if (!f)
        return -1;
    all = malloc(total(m) + 1);
    left = got = file_read(f, all, total(m), flags, CALLER);
    for (size_t i = 0; i < m->msg_iovlen && left > 0; i++) {
        struct iovec *v = &m->msg_iov[i];
        size_t part = v->iov_len < (size_t)left ? v->iov_len : (size_t)left;

        memcpy(v->iov_base, all + at, part);
        at += part;
        left -= (ssize_t)part;
    }
    m->msg_controllen = 0;
    if (f->addressed && got >= 0)
        give_address(m->msg_name, &m->msg_namelen, file_sender()->address, file_sender()->size);
    else
        m->msg_namelen = 0;
    m->msg_flags = 0;
    free(all);
    return got;
}

/* Options: those of time matter, the others do not. */

EXPORT int setsockopt(int descriptor, int level, int option, const void *value, socklen_t n)
{
    ipc_file *f = socket_of(descriptor);
    const struct timeval *t = value;

    if (!f)
        return -1;
    if (level == SOL_SOCKET && (option == SO_RCVTIMEO || option == SO_SNDTIMEO)) {
        if (n < sizeof *t)
            return fail_with(EINVAL);
        *(option == SO_RCVTIMEO ? &f->timed_in : &f->timed_out) = t->tv_sec || t->tv_usec;
    }
    return 0;
}

EXPORT int getsockopt(int descriptor, int level, int option, void *restrict value,
                      socklen_t *restrict n)
{
    ipc_file *f = socket_of(descriptor);
    int answer = 0;

    if (!f)
        return -1;
    if (level == SOL_SOCKET && option == SO_TYPE)
        answer = (int)f->type;
    else if (level == SOL_SOCKET && option == SO_DOMAIN)
        answer = (int)f->family;
    else if (level == SOL_SOCKET && option == SO_ACCEPTCONN)
        answer = f->state == SOCKET_LISTENS;
    else if (level == SOL_SOCKET && (option == SO_SNDBUF || option == SO_RCVBUF))
        answer = IPC_SOCKET;
    else if (level == SOL_SOCKET && option == SO_PEERCRED)
        control_end(END_REFUSED, 0, "getsockopt of SO_PEERCRED", CALLER);
    memcpy(value, &answer, *n < sizeof answer ? *n : sizeof answer);
    *n = sizeof answer;
    return 0;
}

EXPORT int getsockname(int descriptor, struct sockaddr *restrict to, socklen_t *restrict n)
{
    ipc_file *f = socket_of(descriptor);

    return f ? give_address(to, n, f->own, f->own_size) : -1;
}

EXPORT int getpeername(int descriptor, struct sockaddr *restrict to, socklen_t *restrict n)
{
    ipc_file *f = socket_of(descriptor);

    if (f && f->state != SOCKET_CONNECTED && !(f->addressed && f->peer_size))
        return fail_with(ENOTCONN);
    return f ? give_address(to, n, f->peer, f->peer_size) : -1;
}

/* Datagrams to addresses of this host, UNIX and UDP.  A message lies in its receiver's queue with
 * the sender's address before it.  None is lost on the way but to where there is nobody, or no
 * room, and that with UDP alone; none comes out of order. */
#define _GNU_SOURCE
#include "native/preload/files.h"

#include <string.h>

static bool takes_from(const ipc_file *to, const ipc_file *from)
{
    return !to->peer_size || ipc_same_address(from, to);
}

static void deliver(ipc_channel *c, const ipc_file *f, const void *from, uint32_t n)
{
    ipc_header h = {.size = n, .from_size = f->state != SOCKET_NEW ? f->own_size : 0};

    channel_put(c, &h, sizeof h);
    channel_put(c, f->own, h.from_size);
    channel_put(c, from, n);
}

static int nobody(const ipc_file *f)
{
    if (f->family != AF_UNIX)
        return 0; /* lost */
    return control->ipc.targets[control_self].address[sizeof(sa_family_t)] ? ENOENT : ECONNREFUSED;
}

/* In the thread's turn: 0, or an error. */
static int send_now(const ipc_file *f, const void *from, uint32_t n, uint32_t need)
{
    uint32_t k = ipc_receiver(&control->ipc, file_index(f), control_self);
    ipc_channel *c;

    if (k == IPC_FILES)
        return nobody(f);
    if (!takes_from(&FILES[k], f))
        return f->family == AF_UNIX ? EPERM : 0;
    c = &control->ipc.channels[FILES[k].in - 1];
    if (c->capacity - c->count < need)
        return f->family == AF_UNIX ? EAGAIN : 0;
    deliver(c, f, from, n);
    return 0;
}

ssize_t datagram_write(ipc_file *f, const void *from, size_t n, int flags, uint64_t caller)
{
    uint32_t need = (uint32_t)(n + sizeof(ipc_header) + IPC_PATH);
    int error;

    if (f->shut_out) /* for good: it was before this call */
        return fail_with(EPIPE);
    if (n > (f->family == AF_UNIX ? IPC_SOCKET - sizeof(ipc_header) - IPC_PATH : 65507u))
        return fail_with(EMSGSIZE);
    control->slots[control_self].data2 = control_self;
    error = file_ask(NATIVE_SOCKET_SEND, f, IPC_ADDRESSES,
                     file_how(flags, f->timed_out) | (uint64_t)need << IPC_NEED, caller);
    if (error)
        return fail_with(error == ETIMEDOUT ? EAGAIN : error);
    if (f->family != AF_UNIX && f->state == SOCKET_NEW) {
        socket_port(f);
        f->state = SOCKET_BOUND;
    }
    error = f->shut_out ? EPIPE : send_now(f, from, (uint32_t)n, need);
    return error ? fail_with(error) : (ssize_t)n;
}

ssize_t datagram_send(ipc_file *f, const void *from, size_t n, int flags, uint64_t caller)
{
    ipc_target *t = &control->ipc.targets[control_self];

    if (!f->peer_size)
        return fail_with(f->family == AF_UNIX ? ENOTCONN : EDESTADDRREQ);
    t->size = f->peer_size;
    memcpy(t->address, f->peer, IPC_PATH);
    return datagram_write(f, from, n, flags, caller);
}

/* Bytes in and out of the channels of open files: reading and writing, of streams and of messages.
 *
 * Each part of a read or a write is an operation that waits for its turn; what the file is is
 * looked at when the turn comes, since another thread may have closed it meanwhile. */
#define _GNU_SOURCE
#include "native/preload/access.h"
#include "native/preload/files.h"
#include "native/preload/signals.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static __thread ipc_target sender; /* of the message that the thread read last */

const ipc_target *file_sender(void)
{
    return &sender;
}

static uint8_t *bytes_of(const ipc_channel *c)
{
    return control->ipc.bytes[c - control->ipc.channels];
}

static void take_out(ipc_channel *c, uint32_t n)
{
    uint8_t *b = bytes_of(c);

    c->count -= n;
    memmove(b, b + n, c->count);
}

static ssize_t take_message(ipc_channel *c, void *to, size_t n, int flags)
{
    uint8_t *b = bytes_of(c);
    ipc_header h;
    size_t size;

    memcpy(&h, b, sizeof h);
    size = h.size < n ? h.size : n;
    sender.size = h.from_size;
    memcpy(sender.address, b + sizeof h, h.from_size);
    memcpy(to, b + sizeof h + h.from_size, size);
    if (!(flags & MSG_PEEK))
        take_out(c, (uint32_t)sizeof h + h.from_size + h.size);
    return (ssize_t)(flags & MSG_TRUNC ? h.size : size);
}

static ssize_t take_bytes(ipc_channel *c, void *to, size_t n, int flags)
{
    uint32_t size = c->count < n ? c->count : (uint32_t)n;

    memcpy(to, bytes_of(c), size);
    if (!(flags & MSG_PEEK))
        take_out(c, size);
    return size;
}

void channel_put(ipc_channel *c, const void *from, uint32_t n)
{
    memcpy(bytes_of(c) + c->count, from, n);
    c->count += n;
}

static ssize_t read_event(ipc_file *f, void *to, size_t n)
{
    uint64_t v = f->step ? 1 : f->number;

    if (n < sizeof v)
        return fail_with(EINVAL);
    if (!f->number)
        return fail_with(EAGAIN);
    f->number -= v;
    memcpy(to, &v, sizeof v);
    return sizeof v;
}

static ssize_t write_event(ipc_file *f, uint64_t v)
{
    if (v == UINT64_MAX)
        return fail_with(EINVAL);
    if (f->number > UINT64_MAX - 1 - v)
        return fail_with(EAGAIN);
    f->number += v;
    return sizeof v;
}

/* The other thread that closed the file meanwhile was faster. */
static bool is_gone(const ipc_file *f, uint64_t object)
{
    return f->kind == FILE_FREE || f->object != object;
}

/* A socket that is not connected, as it seems: what it is is told in the thread's turn. */
static bool unconnected(const ipc_file *f, uint32_t operation, uint64_t caller)
{
    if (f->kind != FILE_SOCKET || f->state == SOCKET_CONNECTED || f->addressed)
        return false;
    file_ask(operation, f, IPC_ADDRESSES, IPC_AT_ONCE, caller);
    return f->state != SOCKET_CONNECTED;
}

/* The other end was closed with bytes unread: told once, by a stream when all is read, by a socket
 * of messages before, and to whoever sends there as well. */
static bool was_reset(ipc_channel *in)
{
    bool is = in && in->reset && !in->writers && (in->messages || !in->count);

    if (is)
        in->reset = 0;
    return is;
}

static ssize_t read_some(ipc_file *f, void *to, size_t n, int flags, uint64_t caller)
{
    uint64_t object = f->object;
    int error =
        file_ask(NATIVE_FD_READ, f, object + 4 * f->side, file_how(flags, f->timed_in), caller);
    ipc_channel *c = f->in ? &control->ipc.channels[f->in - 1] : NULL;

    if (error || is_gone(f, object))
        return fail_with(!error ? EBADF : error == ETIMEDOUT ? EAGAIN : error);
    if (f->kind == FILE_EVENT)
        return read_event(f, to, n);
    if (was_reset(c))
        return fail_with(ECONNRESET);
    if (c && c->count)
        return c->messages ? take_message(c, to, n, flags) : take_bytes(c, to, n, flags);
    if (ipc_by_datagrams(f)) /* nothing says that no more will come but its own shutdown */
        return c || flags & MSG_DONTWAIT || f->nonblocking ? fail_with(EAGAIN) : 0;
    return !c || !c->writers ? 0 : fail_with(EAGAIN);
}

/* Through which descriptor, how much, and how it begins. */
static void note_moved(const ipc_file *f, const void *bytes, ssize_t got)
{
    native_moved *m = &control->slots[control_self].moved;

    m->descriptor = file_descriptor(f);
    m->result = got;
    if (got > 0)
        memcpy(m->bytes, bytes, (size_t)got < sizeof m->bytes ? (size_t)got : sizeof m->bytes);
    m->known = 1;
}

static ssize_t read_all(ipc_file *f, void *to, size_t n, int flags, uint64_t caller)
{
    size_t done = 0;
    ssize_t got;

    if (f->kind == FILE_SIGNALS)
        return signals_read(f, to, n, caller);
    if (f->kind == FILE_MESSAGES)
        control_end(END_REFUSED, 0, "read of a message queue", caller);
    if (unconnected(f, NATIVE_FD_READ, caller))
        return fail_with(ENOTCONN);
    if (f->kind == FILE_EPOLL || (f->kind != FILE_EVENT && f->kind != FILE_SOCKET && !f->in))
        return fail_with(EBADF);
    if (!n && f->kind != FILE_EVENT && (f->kind != FILE_SOCKET || f->type == SOCK_STREAM))
        return 0;
    do {
        got = read_some(f, (char *)to + done, n - done, flags, caller);
        note_moved(f, (char *)to + done, got < (ssize_t)(n - done) ? got : (ssize_t)(n - done));
        done += got > 0 ? (size_t)got : 0;
    } while (flags & MSG_WAITALL && got > 0 && done < n);
    return done ? (ssize_t)done : got;
}

/* Into memory whose accesses are steps in a step of its own. */
static ssize_t read_apart(ipc_file *f, void *to, size_t n, int flags, uint64_t caller)
{
    void *held = malloc(n);
    ssize_t got = read_all(f, held, n, flags, caller);

    if (got > 0) {
        access_touch(to, (size_t)got < n ? (size_t)got : n, true, caller);
        memcpy(to, held, (size_t)got < n ? (size_t)got : n);
    }
    free(held);
    return got;
}

ssize_t file_read(ipc_file *f, void *to, size_t n, int flags, uint64_t caller)
{
    ssize_t got;

    if (access_steps(to, n))
        return read_apart(f, to, n, flags, caller);
    got = read_all(f, to, n, flags, caller);
    if (got > 0)
        access_did(to, (size_t)got < n ? (size_t)got : n, true, caller);
    return got;
}

static bool by_messages(const ipc_file *f)
{
    return f->kind == FILE_SOCKET && f->type != SOCK_STREAM;
}

/* The least room that a write of so many bytes waits for. */
static uint32_t need_of(const ipc_file *f, size_t n)
{
    if (by_messages(f))
        return (uint32_t)(n + sizeof(ipc_header));
    return f->kind != FILE_SOCKET && n <= IPC_PAGE ? (uint32_t)n : 1;
}

static ssize_t no_reader(int flags, uint64_t caller)
{
    if (!(flags & MSG_NOSIGNAL) && signals_default(SIGPIPE))
        control_end(END_SIGNAL, SIGPIPE, "", caller);
    if (!(flags & MSG_NOSIGNAL))
        signals_self(SIGPIPE, caller);
    return fail_with(EPIPE);
}

/* Of a pair: the other end is closed, or one of the two was shut.  No signal comes. */
static int no_receiver(const ipc_file *f)
{
    bool gone = f->in && !control->ipc.channels[f->in - 1].writers;

    return gone && !f->shut_out ? ECONNREFUSED : EPIPE;
}

static ssize_t write_some(ipc_file *f, const void *from, size_t n, int flags, uint64_t caller)
{
    uint64_t object = f->object;
    uint32_t need = need_of(f, n), room;
    int error =
        file_ask(NATIVE_FD_WRITE, f, object + (f->kind == FILE_SOCKET ? 4 - 4 * f->side : 0),
                 file_how(flags, f->timed_out) | (uint64_t)need << IPC_NEED, caller);
    ipc_channel *c = f->out ? &control->ipc.channels[f->out - 1] : NULL;

    if (error || is_gone(f, object))
        return fail_with(!error ? EBADF : error == ETIMEDOUT ? EAGAIN : error);
    if (ipc_by_datagrams(f) && (f->shut_out || !c->readers))
        return fail_with(no_receiver(f));
    if (f->in && control->ipc.channels[f->in - 1].messages &&
        was_reset(&control->ipc.channels[f->in - 1]))
        return fail_with(ECONNRESET);
    if (!c || !c->readers)
        return no_reader(flags, caller);
    room = c->capacity - c->count;
    if (room < need)
        return fail_with(EAGAIN);
    if (c->messages) {
        channel_put(c, &(ipc_header){(uint32_t)n, 0}, sizeof(ipc_header));
        room = c->capacity - c->count;
    }
    channel_put(c, from, n < room ? (uint32_t)n : room);
    return (ssize_t)(n < room ? n : room);
}

static ssize_t write_counter(ipc_file *f, const void *from, size_t n, uint64_t caller)
{
    uint64_t v = 0;

    if (n < sizeof v)
        return fail_with(EINVAL);
    memcpy(&v, from, sizeof v);
    file_ask(NATIVE_FD_WRITE, f, f->object, (v & 0xffffffff) << IPC_NEED, caller);
    return write_event(f, v);
}

static ssize_t write_all(ipc_file *f, const void *from, size_t n, int flags, uint64_t caller)
{
    size_t done = 0;
    ssize_t got;

    if (f->ticks || f->kind == FILE_MESSAGES)
        return fail_with(EINVAL);
    if (f->kind == FILE_EVENT)
        return write_counter(f, from, n, caller);
    if (f->addressed)
        return datagram_send(f, from, n, flags, caller);
    if (unconnected(f, NATIVE_FD_WRITE, caller))
        return fail_with(ENOTCONN);
    if (f->kind != FILE_SOCKET && !f->out)
        return fail_with(EBADF);
    if (!n && !by_messages(f))
        return 0;
    if (by_messages(f) && n + sizeof(ipc_header) > IPC_SOCKET)
        return fail_with(EMSGSIZE);
    do {
        got = write_some(f, (const char *)from + done, n - done, flags, caller);
        note_moved(f, (const char *)from + done, got);
        done += got > 0 ? (size_t)got : 0;
    } while (got > 0 && done < n && !f->nonblocking && !(flags & MSG_DONTWAIT));
    return done ? (ssize_t)done : got;
}

ssize_t file_write(ipc_file *f, const void *from, size_t n, int flags, uint64_t caller)
{
    bool apart = access_steps(from, n);
    void *held = apart ? malloc(n) : NULL;
    ssize_t got;

    access_touch(from, n, false, caller);
    if (apart)
        memcpy(held, from, n);
    got = write_all(f, apart ? held : from, n, flags, caller);
    free(held);
    return got;
}

/* The table of a process's descriptors, and open files, which processes share: dup, close, fcntl,
 * reading and writing.  The numbers are the kernel's, which holds a descriptor of the same kind for
 * each; no byte goes through it.  Streams of stdio on such descriptors read and write through here:
 * what the C library does inside would pass by. */
#define _GNU_SOURCE
#include "native/preload/access.h"
#include "native/preload/files.h"
#include "native/preload/foreign.h"
#include "native/preload/handover.h"
#include "native/preload/locks.h"
#include "native/preload/memory.h"
#include "native/preload/mqueues.h"
#include "native/preload/sharing.h"
#include "native/preload/threads.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define DESCRIPTORS NATIVE_TABLE

static uint16_t table[DESCRIPTORS]; /* file + 1 */
static bool any;                    /* was ever there */
static __thread uint32_t names;

static int look_up(int descriptor)
{
    return any && descriptor >= 0 && descriptor < DESCRIPTORS ? table[descriptor] - 1 : -1;
}

/* One that is none now may have been one before another thread closed it, or become one. */
int file_of(int descriptor)
{
    foreign_calls++; /* what follows may change what the thread sees */
    if (!control)
        control_resume(); /* a library's constructor, in a program that was executed */
    if (any && control && control_threaded && look_up(descriptor) < 0 &&
        control_call(SYS_fcntl, descriptor, F_GETFD, 0, 0, 0, 0) == -EBADF)
        table_step((uint64_t)__builtin_return_address(0));
    return look_up(descriptor);
}

uint32_t file_index(const ipc_file *f)
{
    return (uint32_t)(f - FILES);
}

uint64_t file_name(void)
{
    return IPC_OBJECT(control_self << 10 | (++names & 1023));
}

ipc_file *file_new(ipc_kind kind, uint64_t object, uint32_t side, uint64_t caller)
{
    uint32_t k = 0;

    while (k < IPC_FILES && FILES[k].kind != FILE_FREE)
        k++;
    if (k == IPC_FILES || names > 1000)
        control_end(END_REFUSED, 0, "so many pipes and sockets in a run", caller);
    if (k >= control->ipc.most_files)
        control->ipc.most_files = k + 1;
    FILES[k] = (ipc_file){.kind = kind, .object = object, .side = side};
    return &FILES[k];
}

uint32_t channel_new(uint32_t capacity, bool messages, uint64_t caller)
{
    ipc_channel *c = control->ipc.channels;
    uint32_t k = 0;

    while (k < IPC_CHANNELS && c[k].used)
        k++;
    if (k == IPC_CHANNELS)
        control_end(END_REFUSED, 0, "so many pipes and sockets at once", caller);
    if (k >= control->ipc.most_channels)
        control->ipc.most_channels = k + 1;
    c[k] = (ipc_channel){.used = 1, .capacity = capacity, .messages = messages};
    return k + 1;
}

int file_number(int number, const ipc_file *f, uint64_t caller)
{
    if (number < 0)
        return number;
    if (number >= DESCRIPTORS)
        control_end(END_REFUSED, 0, "a descriptor above 1023", caller);
    any = true;
    table[number] = (uint16_t)(file_index(f) + 1);
    FILES[file_index(f)].refs++;
    return number;
}

void table_step(uint64_t caller)
{
    if (control_threaded)
        control_ask(&(ask){.operation = NATIVE_FD_TABLE,
                           .object = IPC_TABLE(control_process),
                           .other = IPC_AT_ONCE,
                           .caller = caller});
}

int file_descriptor(const ipc_file *f)
{
    for (int d = 0; d < DESCRIPTORS; d++)
        if (table[d] == file_index(f) + 1)
            return d;
    return -1;
}

int file_ask(uint32_t operation, const ipc_file *f, uint64_t object, uint64_t other,
             uint64_t caller)
{
    control->slots[control_self].moved.descriptor = control->stacks ? file_descriptor(f) : -1;
    return control_ask(&(ask){.operation = operation,
                              .object = object,
                              .argument = file_index(f),
                              .other = other,
                              .caller = caller});
}

static void leave_channel(uint32_t one, bool reader)
{
    ipc_channel *c = &control->ipc.channels[one - 1];

    if (reader)
        c->readers--;
    else
        c->writers--;
    if (c->readers || c->writers)
        return;
    c->count = 0;
    c->used = c->named;
}

void file_shut(ipc_file *f, bool in, bool out)
{
    if (in && f->in) {
        leave_channel(f->in, true);
        f->in = 0;
        f->shut_in = 1;
    }
    if (out && f->out) {
        leave_channel(f->out, false);
        f->out = 0;
        f->shut_out = 1;
    }
}

/* A UNIX socket that is closed with bytes unread tells its peer. */
static bool loses_bytes(const ipc_file *f)
{
    return f->kind == FILE_SOCKET && f->family == AF_UNIX && f->type != SOCK_DGRAM && f->in &&
           f->out && control->ipc.channels[f->in - 1].count;
}

void file_end(ipc_file *f)
{
    uint32_t waiting = f->state == SOCKET_LISTENS ? f->waiting : 0;

    f->waiting = 0;
    for (uint32_t k = 0; k < waiting; k++)
        file_end(&FILES[f->queue[k]]);
    if (f->addressed) /* whoever sends has no end of it open */
        control->ipc.channels[f->in - 1].writers = 0;
    if (f->kind == FILE_MESSAGES)
        mqueue_end(f);
    if (loses_bytes(f))
        control->ipc.channels[f->out - 1].reset = 1;
    file_shut(f, true, true);
    f->kind = FILE_FREE;
}

static uint64_t close_object(const ipc_file *f)
{
    bool by_address = f->kind == FILE_SOCKET && f->state != SOCKET_CONNECTED && !f->addressed;

    return by_address ? IPC_ADDRESSES : f->object;
}

static void drop(int descriptor, uint32_t operation, uint64_t caller)
{
    ipc_file *f = &FILES[table[descriptor] - 1];

    file_ask(operation, f, close_object(f), 0, caller);
    if (table[descriptor] != file_index(f) + 1)
        return; /* another thread was faster */
    if (f->kind == FILE_MESSAGES)
        mqueue_drop(f);
    table[descriptor] = 0;
    if (--f->refs == 0)
        file_end(f);
}

static void close_ordinary(uint64_t caller)
{
    threads_point(caller);
    if (control)
        locks_close(caller);
}

int file_close(int descriptor, uint64_t caller)
{
    if (memory_keeps(descriptor))
        return fail_with(EBADF);
    if (file_of(descriptor) >= 0)
        drop(descriptor, NATIVE_FD_CLOSE, caller);
    else
        close_ordinary(caller);
    return (int)told(control_call(SYS_close, descriptor, 0, 0, 0, 0, 0));
}

EXPORT int close(int descriptor)
{
    return file_close(descriptor, CALLER);
}

int files_close_range(unsigned from, unsigned to, int flags, uint64_t caller)
{
    for (unsigned i = from; i <= to && i < DESCRIPTORS; i++)
        if (file_of((int)i) >= 0 && !(flags & 4))
            drop((int)i, NATIVE_FD_CLOSE, caller);
    return memory_close_range(from, to, flags);
}

EXPORT int close_range(unsigned from, unsigned to, int flags)
{
    return files_close_range(from, to, flags, CALLER);
}

EXPORT void closefrom(int from)
{
    files_close_range(from < 0 ? 0 : (unsigned)from, ~0u, 0, CALLER);
}

void files_fork(void)
{
    for (uint32_t i = 0; any && i < DESCRIPTORS; i++)
        if (table[i])
            FILES[table[i] - 1].refs++;
}

void files_exit(uint64_t caller)
{
    for (uint32_t i = 0; any && i < DESCRIPTORS; i++)
        if (table[i])
            drop((int)i, NATIVE_FD_EXIT, caller);
}

void files_flush(void)
{
    if (any || control->processes > 1)
        fflush(NULL);
}

/* The calls. */

EXPORT ssize_t read(int descriptor, void *to, size_t n)
{
    int k = file_of(descriptor);
    bool steps = access_steps(to, n);
    ssize_t got;

    if (k >= 0)
        return file_read(&FILES[k], to, n, 0, CALLER);
    threads_point(CALLER);
    sharing_use(descriptor, false, CALLER);
    if (steps)
        access_touch(to, n, true, CALLER);
    got = told(control_call(SYS_read, descriptor, (long)to, (long)n, 0, 0, 0));
    if (!steps && got > 0)
        access_did(to, (size_t)got, true, CALLER);
    return got;
}

EXPORT ssize_t __read_chk(int descriptor, void *to, size_t n, size_t room);
EXPORT ssize_t __read_chk(int descriptor, void *to, size_t n, size_t room)
{
    if (n > room)
        abort();
    return read(descriptor, to, n);
}

EXPORT ssize_t write(int descriptor, const void *from, size_t n)
{
    int k = file_of(descriptor);

    if (k >= 0)
        return file_write(&FILES[k], from, n, 0, CALLER);
    threads_point(CALLER);
    sharing_use(descriptor, true, CALLER);
    access_touch(from, n, false, CALLER);
    return told(control_call(SYS_write, descriptor, (long)from, (long)n, 0, 0, 0));
}

static size_t total(const struct iovec *v, int n)
{
    size_t all = 0;

    for (int i = 0; i < n; i++)
        all += v[i].iov_len;
    return all;
}

EXPORT ssize_t readv(int descriptor, const struct iovec *v, int n)
{
    int k = file_of(descriptor);
    ssize_t got, left;
    char *all;

    if (k < 0) {
        threads_point(CALLER);
        sharing_use(descriptor, false, CALLER);
        return told(control_call(SYS_readv, descriptor, (long)v, n, 0, 0, 0));
    }
    all = malloc(total(v, n) + 1);
    left = got = file_read(&FILES[k], all, total(v, n), 0, CALLER);
    for (int i = 0, at = 0; i < n && left > 0; i++) {
        size_t part = v[i].iov_len < (size_t)left ? v[i].iov_len : (size_t)left;

        memcpy(v[i].iov_base, all + at, part);
        at += (int)part;
        left -= (ssize_t)part;
    }
    free(all);
    return got;
}

EXPORT ssize_t writev(int descriptor, const struct iovec *v, int n)
{
    int k = file_of(descriptor);
    size_t at = 0;
    ssize_t got;
    char *all;

    if (k < 0) {
        threads_point(CALLER);
        sharing_use(descriptor, true, CALLER);
        return told(control_call(SYS_writev, descriptor, (long)v, n, 0, 0, 0));
    }
    all = malloc(total(v, n) + 1);
    for (int i = 0; i < n; at += v[i++].iov_len)
        memcpy(all + at, v[i].iov_base, v[i].iov_len);
    got = file_write(&FILES[k], all, at, 0, CALLER);
    free(all);
    return got;
}

/* In the kernel, which has none of the bytes. */
EXPORT ssize_t sendfile(int out, int in, off_t *offset, size_t n)
{
    if (file_of(out) >= 0 || file_of(in) >= 0)
        control_end(END_REFUSED, 0, "sendfile to or from a pipe or socket", CALLER);
    return told(control_call(SYS_sendfile, out, in, (long)offset, (long)n, 0, 0));
}

EXPORT ssize_t sendfile64(int out, int in, off_t *offset, size_t n)
{
    return sendfile(out, in, offset, n);
}

/* Streams. */

static ssize_t stream_read(void *of, char *to, size_t n)
{
    return read((int)(intptr_t)of, to, n);
}

static ssize_t stream_write(void *of, const char *from, size_t n)
{
    ssize_t got = write((int)(intptr_t)of, from, n);

    return got < 0 ? 0 : got;
}

static int stream_close(void *of)
{
    return close((int)(intptr_t)of);
}

static FILE *stream_of(int descriptor, const char *mode)
{
    return fopencookie(
        (void *)(intptr_t)descriptor, mode,
        (cookie_io_functions_t){.read = stream_read, .write = stream_write, .close = stream_close});
}

EXPORT FILE *fdopen(int descriptor, const char *mode)
{
    static FILE *(*real)(int, const char *);

    if (!real)
        real = (FILE * (*)(int, const char *)) control_real("fdopen");
    return file_of(descriptor) >= 0 ? stream_of(descriptor, mode) : real(descriptor, mode);
}

/* The streams that the library has of itself follow their descriptors. */
static void new_standard(int number)
{
    if (number == 0)
        stdin = stream_of(0, "r");
    else if (number == 1)
        stdout = stream_of(1, "w");
    else if (number == 2)
        setvbuf(stderr = stream_of(2, "w"), NULL, _IONBF, 0);
}

EXPORT int vdprintf(int descriptor, const char *restrict format, va_list list)
{
    char *all;
    int n = vasprintf(&all, format, list);

    if (n >= 0)
        n = (int)write(descriptor, all, (size_t)n);
    free(all);
    return n;
}

EXPORT int dprintf(int descriptor, const char *restrict format, ...)
{
    va_list list;
    int n;

    va_start(list, format);
    n = vdprintf(descriptor, format, list);
    va_end(list);
    return n;
}

/* In a process that becomes another program. */

void files_exec(uint64_t caller)
{
    for (int i = 0; any && i < DESCRIPTORS; i++)
        if (table[i] && control_call(SYS_fcntl, i, F_GETFD, 0, 0, 0, 0) & FD_CLOEXEC)
            drop(i, NATIVE_FD_EXEC, caller);
}

void files_put(native_handover *h)
{
    h->names = names;
    memcpy(h->table, table, sizeof table);
}

void files_take(const native_handover *h)
{
    names = h->names;
    memcpy(table, h->table, sizeof table);
    for (int i = 0; i < DESCRIPTORS; i++)
        any |= table[i] != 0;
    for (int i = 0; i <= 2; i++)
        if (table[i])
            new_standard(i);
}

/* Duplicates. */

static int duplicate(int from, int to, uint64_t caller)
{
    int k = file_of(from);

    if (to >= 0 && k >= 0) {
        file_number(to, &FILES[k], caller);
        if (to <= 2)
            new_standard(to);
    }
    return to;
}

EXPORT int dup(int descriptor)
{
    if (file_of(descriptor) >= 0)
        table_step(CALLER);
    return duplicate(descriptor, (int)told(control_call(SYS_dup, descriptor, 0, 0, 0, 0, 0)),
                     CALLER);
}

static int dup_to(int from, int to, int flags, uint64_t caller)
{
    if (memory_keeps(to))
        control_end(END_REFUSED, 0, "a descriptor that heddle has taken", caller);
    if (file_of(to) >= 0 && from != to && control_call(SYS_fcntl, from, F_GETFD, 0, 0, 0, 0) >= 0)
        drop(to, NATIVE_FD_CLOSE, caller);
    return duplicate(from, (int)told(control_call(SYS_dup3, from, to, flags, 0, 0, 0)), caller);
}

int file_dup_to(int from, int to, uint64_t caller)
{
    if (from == to)
        return control_call(SYS_fcntl, from, F_GETFD, 0, 0, 0, 0) < 0 ? fail_with(EBADF) : to;
    return dup_to(from, to, 0, caller);
}

EXPORT int dup2(int from, int to)
{
    return file_dup_to(from, to, CALLER);
}

EXPORT int dup3(int from, int to, int flags)
{
    return dup_to(from, to, flags, CALLER);
}

/* Others that have the file open see it. */
static void set_blocking(ipc_file *f, bool blocks, uint64_t caller)
{
    if (control->threads > 1)
        file_ask(NATIVE_FD_FLAGS, f, close_object(f), IPC_AT_ONCE, caller);
    f->nonblocking = !blocks;
}

static int control_file(int descriptor, int k, int command, long argument, uint64_t caller)
{
    ipc_file *f = &FILES[k];
    ipc_channel *c = f->in || f->out ? &control->ipc.channels[(f->in ? f->in : f->out) - 1] : NULL;

    switch (command) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
        table_step(caller);
        return duplicate(descriptor,
                         (int)told(control_call(SYS_fcntl, descriptor, command, argument, 0, 0, 0)),
                         caller);
    case F_GETFL:
        return (f->in && f->out ? O_RDWR
                : f->out        ? O_WRONLY
                                : O_RDONLY) |
               (f->nonblocking ? O_NONBLOCK : 0);
    case F_SETFL:
        set_blocking(f, !(argument & O_NONBLOCK), caller);
        return 0;
    case F_GETFD:
    case F_SETFD:
        return (int)told(control_call(SYS_fcntl, descriptor, command, argument, 0, 0, 0));
    case F_GETPIPE_SZ:
        return c ? (int)c->capacity : fail_with(EBADF);
    default:
        control_end(END_REFUSED, 0, "fcntl of a pipe or socket with such a command", caller);
    }
}

static int control_it(int descriptor, int command, long argument, uint64_t caller)
{
    int k = file_of(descriptor);

    if (k >= 0)
        return control_file(descriptor, k, command, argument, caller);
    if (control && (command == F_SETLKW || command == F_SETLK || command == F_GETLK ||
                    command == F_OFD_SETLK || command == F_OFD_SETLKW || command == F_OFD_GETLK))
        return locks_fcntl(descriptor, command, argument, caller);
    if (control && (command == F_SETLEASE || command == F_NOTIFY || command == F_SETSIG))
        control_end(END_REFUSED, 0, "fcntl for leases or signals", caller);
    return (int)told(control_call(SYS_fcntl, descriptor, command, argument, 0, 0, 0));
}

#define FCNTL(name)                                               \
    EXPORT int name(int descriptor, int command, ...)             \
    {                                                             \
        va_list list;                                             \
        long argument;                                            \
                                                                  \
        va_start(list, command);                                  \
        argument = va_arg(list, long);                            \
        va_end(list);                                             \
        return control_it(descriptor, command, argument, CALLER); \
    }
FCNTL(fcntl)
FCNTL(fcntl64)

static int ask_file_for(int k, unsigned long request, int *argument, uint64_t caller)
{
    ipc_file *f = &FILES[k];

    if (request == FIONBIO) {
        set_blocking(f, !*argument, caller);
        return 0;
    }
    if (request != FIONREAD)
        control_end(END_REFUSED, 0, "ioctl of a pipe or socket", caller);
    file_ask(NATIVE_FD_READ, f, f->object + 4 * f->side, IPC_AT_ONCE, caller);
    *argument = f->in ? (int)control->ipc.channels[f->in - 1].count : 0;
    return 0;
}

EXPORT int ioctl(int descriptor, unsigned long request, ...)
{
    int k = file_of(descriptor);
    va_list list;
    long argument;

    va_start(list, request);
    argument = va_arg(list, long);
    va_end(list);
    if (k >= 0)
        return ask_file_for(k, request, (int *)argument, CALLER);
    return (int)told(control_call(SYS_ioctl, descriptor, (long)request, argument, 0, 0, 0));
}

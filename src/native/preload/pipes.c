/* Pipes, FIFOs and event counters.  A FIFO that the program makes is known to heddle alone, so that
 * each run begins without it. */
#define _GNU_SOURCE
#include "native/preload/files.h"
#include "native/preload/foreign.h"
#include "native/preload/keep.h"
#include "native/preload/memory.h"
#include "native/preload/sharing.h"
#include "native/preload/threads.h"

#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void need_main(const char *what, uint64_t caller)
{
    if (!control)
        control_end(END_REFUSED, 0, what, caller);
}

/* One end of a channel. */
static ipc_file *end_of(ipc_kind kind, uint32_t channel, uint64_t object, bool reads, int flags,
                        uint64_t caller)
{
    ipc_file *f = file_new(kind, object, !reads, caller);
    ipc_channel *c = &control->ipc.channels[channel - 1];

    f->nonblocking = (flags & O_NONBLOCK) != 0;
    if (reads) {
        f->in = channel;
        f->side = 0;
        c->readers++;
    } else {
        f->out = channel;
        c->writers++;
    }
    return f;
}

static int make_pipe(int ends[2], int flags, uint64_t caller)
{
    uint64_t object;
    uint32_t channel;
    long error;

    need_main("pipe before main", caller);
    table_step(caller);
    error = control_call(SYS_pipe2, (long)ends, flags, 0, 0, 0, 0);
    if (error)
        return (int)told(error);
    object = file_name();
    channel = channel_new(IPC_PIPE, false, caller);
    file_number(ends[0], end_of(FILE_PIPE, channel, object, true, flags, caller), caller);
    file_number(ends[1], end_of(FILE_PIPE, channel, object, false, flags, caller), caller);
    return 0;
}

EXPORT int pipe(int ends[2])
{
    return make_pipe(ends, 0, CALLER);
}

EXPORT int pipe2(int ends[2], int flags)
{
    if (flags & O_DIRECT)
        control_end(END_REFUSED, 0, "pipe2 with O_DIRECT", CALLER);
    return make_pipe(ends, flags, CALLER);
}

EXPORT int eventfd(unsigned value, int flags)
{
    ipc_file *f;
    int number;

    need_main("eventfd before main", CALLER);
    table_step(CALLER);
    number = (int)told(control_call(SYS_eventfd2, value, flags, 0, 0, 0, 0));
    if (number < 0)
        return number;
    f = file_new(FILE_EVENT, file_name(), 0, CALLER);
    f->number = value;
    f->step = (flags & EFD_SEMAPHORE) != 0;
    f->nonblocking = (flags & EFD_NONBLOCK) != 0;
    return file_number(number, f, CALLER);
}

/* FIFOs by name. */

static void full_path(const char *path, char *out)
{
    char here[PATH_MAX] = "";

    if (*path != '/')
        control_call(SYS_getcwd, (long)here, sizeof here, 0, 0, 0, 0);
    if (snprintf(out, IPC_PATH, "%s%s%s", here, *here ? "/" : "", path) >= IPC_PATH)
        out[0] = 0;
}

static ipc_path *find_path(const char *path)
{
    char full[IPC_PATH];

    foreign_calls++;
    if (!control || !control->ipc.most_paths)
        return NULL;
    full_path(path, full);
    for (uint32_t i = 0; i < control->ipc.most_paths; i++)
        if (control->ipc.paths[i].channel && !strcmp(control->ipc.paths[i].path, full))
            return &control->ipc.paths[i];
    return NULL;
}

static int make_fifo(const char *path, uint64_t caller)
{
    struct stat st;
    uint32_t k = 0;

    need_main("mkfifo before main", caller);
    memory_step(caller);
    if (find_path(path) || lstat(path, &st) == 0)
        return fail_with(EEXIST);
    while (k < IPC_PATHS && control->ipc.paths[k].channel)
        k++;
    if (k == IPC_PATHS)
        control_end(END_REFUSED, 0, "so many FIFOs", caller);
    full_path(path, control->ipc.paths[k].path);
    if (!control->ipc.paths[k].path[0])
        return fail_with(ENAMETOOLONG);
    if (k >= control->ipc.most_paths)
        control->ipc.most_paths = k + 1;
    control->ipc.paths[k].channel = channel_new(IPC_PIPE, false, caller);
    control->ipc.paths[k].object = file_name();
    control->ipc.channels[control->ipc.paths[k].channel - 1].named = 1;
    return 0;
}

EXPORT int mkfifo(const char *path, mode_t mode)
{
    (void)mode;
    return make_fifo(path, CALLER);
}

EXPORT int mkfifoat(int folder, const char *path, mode_t mode)
{
    (void)mode;
    if (folder != AT_FDCWD && *path != '/')
        control_end(END_REFUSED, 0, "mkfifoat below a descriptor", CALLER);
    return make_fifo(path, CALLER);
}

static void forget_fifo(ipc_path *p, uint64_t caller)
{
    ipc_channel *c = &control->ipc.channels[p->channel - 1];

    memory_step(caller);
    c->named = 0;
    c->used = c->readers || c->writers;
    p->channel = 0;
}

EXPORT int unlink(const char *path)
{
    ipc_path *p = find_path(path);

    if (!p && socket_unlink(path, CALLER))
        return 0;
    if (!p)
        keep_path(AT_FDCWD, path);
    if (!p)
        return (int)told(control_call(SYS_unlink, (long)path, 0, 0, 0, 0, 0));
    forget_fifo(p, CALLER);
    return 0;
}

EXPORT int remove(const char *path)
{
    static int (*real)(const char *);
    ipc_path *p = find_path(path);

    if (!real)
        real = (int (*)(const char *))control_real("remove");
    if (!p)
        keep_path(AT_FDCWD, path);
    if (!p)
        return real(path);
    forget_fifo(p, CALLER);
    return 0;
}

static void refuse_real_fifo(const char *path, uint64_t caller)
{
    struct stat st;

    if (control && stat(path, &st) == 0 && S_ISFIFO(st.st_mode))
        control_end(END_REFUSED, 0, "open of a FIFO that the program did not make", caller);
}

/* The end is there before the thread waits for the other one. */
static int open_fifo(const ipc_path *p, int flags, uint64_t caller)
{
    int mode = flags & O_ACCMODE, number;
    bool reads = mode != O_WRONLY;
    uint32_t channel = p->channel;
    ipc_channel *c = &control->ipc.channels[channel - 1];
    uint64_t object = p->object;
    ipc_file *f;

    control_ask(&(ask){
        .operation = NATIVE_FIFO_OPEN, .object = object, .other = IPC_AT_ONCE, .caller = caller});
    if (mode == O_WRONLY && flags & O_NONBLOCK && !c->readers)
        return fail_with(ENXIO);
    number = (int)told(
        control_call(SYS_openat, AT_FDCWD, (long)"/dev/null", mode | (flags & O_CLOEXEC), 0, 0, 0));
    if (number < 0)
        return number;
    f = end_of(FILE_FIFO, channel, object, reads, flags, caller);
    c->came[!reads]++;
    if (mode == O_RDWR) {
        f->out = channel;
        c->writers++;
        c->came[1]++;
    }
    file_number(number, f, caller);
    if (mode != O_RDWR && !(flags & O_NONBLOCK))
        file_ask(NATIVE_FIFO_MEET, f, object, (uint64_t)c->came[reads] << IPC_NEED, caller);
    return number;
}

/* Random bytes are the same in every run: none. */
static const char *pinned(const char *path)
{
    bool random = control && (!strcmp(path, "/dev/urandom") || !strcmp(path, "/dev/random"));

    return random ? "/dev/zero" : path;
}

static int open_it(int folder, const char *path, int flags, mode_t mode, uint64_t caller)
{
    ipc_path *p = find_path(path);
    long result;

    if (p && (folder == AT_FDCWD || *path == '/'))
        return open_fifo(p, flags, caller);
    refuse_real_fifo(path, caller);
    threads_point(caller);
    keep_opened(folder, path, flags);
    result = control_call(SYS_openat, folder, (long)pinned(path), flags, (long)mode, 0, 0);
    if (result >= 0)
        sharing_use((int)result, flags & (O_CREAT | O_TRUNC), caller);
    else if (result == -EEXIST)
        sharing_use_named(folder, path, caller);
    if (result != -ENOENT || !control || control->threads == 1)
        return (int)told(result);
    memory_step(caller); /* another may make a FIFO of that name */
    p = find_path(path);
    return p ? open_fifo(p, flags, caller) : (int)told(result);
}

static mode_t mode_of(int flags, va_list list)
{
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
}

#define OPEN(name, parameters, folder)                     \
    EXPORT int name parameters                             \
    {                                                      \
        va_list list;                                      \
        mode_t mode;                                       \
                                                           \
        va_start(list, flags);                             \
        mode = mode_of(flags, list);                       \
        va_end(list);                                      \
        return open_it(folder, path, flags, mode, CALLER); \
    }
OPEN(open, (const char *path, int flags, ...), AT_FDCWD)
OPEN(open64, (const char *path, int flags, ...), AT_FDCWD)
OPEN(openat, (int folder, const char *path, int flags, ...), folder)
OPEN(openat64, (int folder, const char *path, int flags, ...), folder)

EXPORT int __open_2(const char *path, int flags);
EXPORT int __open_2(const char *path, int flags)
{
    return open_it(AT_FDCWD, path, flags, 0, CALLER);
}

EXPORT int __open64_2(const char *path, int flags);
EXPORT int __open64_2(const char *path, int flags)
{
    return open_it(AT_FDCWD, path, flags, 0, CALLER);
}

static int flags_of(const char *mode)
{
    bool both = strchr(mode, '+') != NULL;

    return both ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
}

static FILE *open_stream(const char *name, const char *path, const char *mode, uint64_t caller)
{
    ipc_path *p = find_path(path);
    int number;
    FILE *f;

    if (!p) {
        FILE *(*real)(const char *, const char *) =
            (FILE * (*)(const char *, const char *)) control_real(name);

        refuse_real_fifo(path, caller);
        if (*mode != 'r' || strchr(mode, '+'))
            keep_path(AT_FDCWD, path);
        f = real(pinned(path), mode);
        if (f)
            sharing_use(fileno(f), *mode != 'r' || strchr(mode, '+'), caller);
        return f;
    }
    number = open_fifo(p, flags_of(mode), caller);
    return number < 0 ? NULL : fdopen(number, mode);
}

EXPORT FILE *fopen(const char *restrict path, const char *restrict mode)
{
    return open_stream("fopen", path, mode, CALLER);
}

EXPORT FILE *fopen64(const char *restrict path, const char *restrict mode)
{
    return open_stream("fopen64", path, mode, CALLER);
}

/* Calls for ordinary files that the kernel does at once.  They are no steps, and cancellation
 * points all the same. */
#define _GNU_SOURCE
#include "native/preload/access.h"
#include "native/preload/files.h"
#include "native/preload/sharing.h"
#include "native/preload/threads.h"

#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static ssize_t read_at(int descriptor, void *to, size_t n, off_t at, uint64_t caller)
{
    bool steps = access_steps(to, n);
    ssize_t got;

    threads_point(caller);
    sharing_use(descriptor, false, caller);
    if (steps)
        access_touch(to, n, true, caller);
    got = told(control_call(SYS_pread64, descriptor, (long)to, (long)n, at, 0, 0));
    if (!steps && got > 0)
        access_did(to, (size_t)got, true, caller);
    return got;
}

static ssize_t write_at(int descriptor, const void *from, size_t n, off_t at, uint64_t caller)
{
    threads_point(caller);
    sharing_use(descriptor, true, caller);
    access_touch(from, n, false, caller);
    return told(control_call(SYS_pwrite64, descriptor, (long)from, (long)n, at, 0, 0));
}

EXPORT ssize_t pread(int descriptor, void *to, size_t n, off_t at)
{
    return read_at(descriptor, to, n, at, CALLER);
}

EXPORT ssize_t pread64(int descriptor, void *to, size_t n, off64_t at)
{
    return read_at(descriptor, to, n, at, CALLER);
}

#define PREAD_CHK(name)                                                             \
    EXPORT ssize_t name(int descriptor, void *to, size_t n, off_t at, size_t room); \
    EXPORT ssize_t name(int descriptor, void *to, size_t n, off_t at, size_t room)  \
    {                                                                               \
        if (n > room)                                                               \
            abort();                                                                \
        return read_at(descriptor, to, n, at, CALLER);                              \
    }
PREAD_CHK(__pread_chk)
PREAD_CHK(__pread64_chk)

EXPORT ssize_t pwrite(int descriptor, const void *from, size_t n, off_t at)
{
    return write_at(descriptor, from, n, at, CALLER);
}

EXPORT ssize_t pwrite64(int descriptor, const void *from, size_t n, off64_t at)
{
    return write_at(descriptor, from, n, at, CALLER);
}

static ssize_t vectors(long call, int descriptor, const struct iovec *v, int n, off_t at,
                       uint64_t caller)
{
    threads_point(caller);
    sharing_use(descriptor, call == SYS_pwritev, caller);
    return told(control_call(call, descriptor, (long)v, n, at, 0, 0));
}

#define VECTORS(name, call)                                                     \
    EXPORT ssize_t name(int descriptor, const struct iovec *v, int n, off_t at) \
    {                                                                           \
        return vectors(call, descriptor, v, n, at, CALLER);                     \
    }
VECTORS(preadv, SYS_preadv)
VECTORS(preadv64, SYS_preadv)
VECTORS(pwritev, SYS_pwritev)
VECTORS(pwritev64, SYS_pwritev)

static int to_disk(long call, int descriptor, uint64_t caller)
{
    threads_point(caller);
    return (int)told(control_call(call, descriptor, 0, 0, 0, 0, 0));
}

EXPORT int fsync(int descriptor)
{
    return to_disk(SYS_fsync, descriptor, CALLER);
}

EXPORT int fdatasync(int descriptor)
{
    return to_disk(SYS_fdatasync, descriptor, CALLER);
}

/* Functions by which threads or processes act on each other and that heddle does not control: a run
 * that comes to one ends there, by name. */
#include "native/preload/control.h"
#include "native/preload/files.h"
#include "native/preload/futex.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/random.h>
#include <sys/syscall.h>

#pragma GCC diagnostic ignored "-Wbuiltin-declaration-mismatch"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#define REFUSED(name)                               \
    EXPORT long name(void);                         \
    EXPORT long name(void)                          \
    {                                               \
        control_end(END_REFUSED, 0, #name, CALLER); \
    }
#include "native/preload/refused.def"

static bool acts_on_others(long number)
{
    switch (number) {
#define CALL(name) case SYS_##name:
#include "native/preload/calls.def"
        return true;
    default:
        return false;
    }
}

/* Has its first argument a descriptor that the kernel only holds the number of? */
static bool touches_file(long number, long descriptor)
{
    switch (number) {
    case SYS_read:
    case SYS_write:
    case SYS_readv:
    case SYS_writev:
    case SYS_close:
    case SYS_dup:
    case SYS_dup2:
    case SYS_dup3:
    case SYS_fcntl:
    case SYS_ioctl:
        return file_of((int)descriptor) >= 0;
    default:
        return false;
    }
}

/* Calls that act on the caller alone are handed on. */
EXPORT long syscall(long number, ...);
EXPORT long syscall(long number, ...)
{
    va_list list;
    long a[6], result;

    if (control && acts_on_others(number))
        control_end(END_REFUSED, 0, "syscall for processes, signals, pipes or sockets", CALLER);
    va_start(list, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(list, long);
    va_end(list);
    if (control && touches_file(number, a[0]))
        control_end(END_REFUSED, 0, "syscall for a pipe or socket", CALLER);
    if (control && number == SYS_close_range)
        return files_close_range((unsigned)a[0], (unsigned)a[1], (int)a[2], CALLER);
    if (number == SYS_getrandom)
        return getrandom((void *)a[0], (size_t)a[1], (unsigned)a[2]);
    if (control && number == SYS_futex)
        return futex_call((uint32_t *)a[0], (int)a[1], (uint32_t)a[2], (const void *)a[3],
                          (uint32_t)a[5], CALLER);
    result = control_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    if (result > -4096 && result < 0) {
        errno = (int)-result;
        return -1;
    }
    return result;
}

/* Locks on files.  The kernel has them, so that duplicates, forks and closes mean what they mean
 * there; a thread only ever tries.  One that finds the lock taken rests until some lock has been
 * given back since, and tries again. */
#define _GNU_SOURCE
#include "native/preload/locks.h"
#include "native/preload/files.h"
#include "native/preload/foreign.h"
#include "native/preload/handover.h"
#include "native/preload/memory.h"
#include "native/preload/sharing.h"

#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool used; /* by this process or one above */

/* Locks belong to what was opened: a process that was forked before the first one keeps it as well.
 */
static bool may_be_used(void)
{
    static int calls;

    if (!calls)
        calls =
            foreign_calls_for("flock") || foreign_calls_for("fcntl") || foreign_calls_for("fcntl64")
                ? 1
                : -1;
    return used || calls > 0;
}

/* `point`: of cancellation. */
static void rest(bool at_once, bool point, uint64_t caller)
{
    control_ask(&(ask){.operation = NATIVE_FILE_LOCK,
                       .object = IPC_LOCKS,
                       .argument = control->ipc.released,
                       .other = at_once ? IPC_AT_ONCE : 0,
                       .word = point,
                       .caller = caller});
}

/* Tries until it succeeds or fails for another reason than that it would wait. */
static int until_done(long call, long descriptor, long command, long argument, bool waits,
                      uint64_t caller)
{
    long result;

    bool point = waits && call == SYS_fcntl;

    used = true;
    rest(true, point, caller);
    for (;;) {
        result = control_call(call, descriptor, command, argument, 0, 0, 0);
        if (result == 0 && command != F_GETLK && command != F_OFD_GETLK)
            sharing_lock_file((int)descriptor);
        if (!waits || (result != -EAGAIN && result != -EACCES))
            return (int)told(result);
        rest(false, point, caller);
    }
}

/* What a lock that was given up, or changed, may let go on. */
static int released(int result)
{
    control->ipc.released++;
    return result;
}

EXPORT int flock(int descriptor, int operation)
{
    bool waits = !(operation & (LOCK_NB | LOCK_UN));

    if (!control)
        return (int)told(control_call(SYS_flock, descriptor, operation, 0, 0, 0, 0));
    return released(until_done(SYS_flock, descriptor, operation | LOCK_NB, 0, waits, CALLER));
}

/* By the number that the program knows it by. */
static void name_holder(struct flock *l)
{
    for (uint32_t i = 0; i < control->threads && l->l_type != F_UNLCK; i++)
        if (control->homes[i] == i && (pid_t)control->slots[i].process == l->l_pid) {
            l->l_pid = (pid_t)(NATIVE_FIRST_PROCESS + i);
            return;
        }
}

int locks_fcntl(int descriptor, int command, long argument, uint64_t caller)
{
    bool waits = command == F_SETLKW || command == F_OFD_SETLKW;
    int tries = command == F_SETLKW ? F_SETLK : command == F_OFD_SETLKW ? F_OFD_SETLK : command;

    int result = until_done(SYS_fcntl, descriptor, tries, argument, waits, caller);

    if (result == 0 && command == F_GETLK)
        name_holder((struct flock *)argument);
    return released(result);
}

EXPORT int lockf(int descriptor, int command, off_t size)
{
    struct flock l = {
        .l_type = command == F_ULOCK ? F_UNLCK : F_WRLCK, .l_whence = SEEK_CUR, .l_len = size};

    if (command == F_TEST)
        control_end(END_REFUSED, 0, "lockf with F_TEST", CALLER);
    return locks_fcntl(descriptor, command == F_LOCK ? F_SETLKW : F_SETLK, (long)&l, CALLER);
}

/* Of two that are closed either may come first. */
void locks_close(uint64_t caller)
{
    if (!may_be_used())
        return;
    control_ask(&(ask){.operation = NATIVE_FILE_CLOSE,
                       .object = IPC_LOCKS,
                       .other = IPC_AT_ONCE,
                       .caller = caller});
    control->ipc.released++;
}

void locks_exit(uint64_t caller)
{
    if (!may_be_used())
        return;
    locks_close(caller);
    memory_close_range(3, ~0u, 0);
}

/* Descriptors that close when the process becomes another program may give back locks, others stay.
 */
void locks_exec(uint64_t caller)
{
    locks_close(caller);
}

void locks_put(native_handover *h)
{
    h->locked = may_be_used();
}

void locks_take(const native_handover *h)
{
    used = h->locked;
}

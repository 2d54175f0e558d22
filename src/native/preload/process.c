/* Processes.  A child has a slot like a thread, and shares nothing with its parent but what the
 * kernel has.  A process that ends stays, at rest, until the run is over: who waits for it is known
 * to heddle, and its children die with it when the run is killed.  Process numbers follow from the
 * slots. */
#define _GNU_SOURCE
#include "native/preload/access.h"
#include "native/preload/control.h"
#include "native/preload/files.h"
#include "native/preload/handover.h"
#include "native/preload/process.h"
#include "native/preload/sharing.h"
#include "native/preload/signals.h"
#include "native/preload/sysv.h"
#include "native/preload/threads.h"
#include "native/preload/time.h"
#include "native/preload/timers.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#define HANDLERS 64

typedef void handler(void);
typedef struct handlers {
    handler *before, *above, *below; /* in the parent after, in the child */
} handlers;

static handlers at_fork[HANDLERS];
static uint32_t n_at_fork;
static uint32_t parent;  /* slot + 1; 0: heddle started the process */
static uint64_t forkers; /* threads of this process that made children, as bits */
static pid_t group = NATIVE_FIRST_PROCESS;

static pid_t number_of(uint32_t slot)
{
    return (pid_t)(NATIVE_FIRST_PROCESS + slot);
}

EXPORT pid_t getpid(void)
{
    return control ? number_of(control_process) : (pid_t)control_call(SYS_getpid, 0, 0, 0, 0, 0, 0);
}

EXPORT pid_t getppid(void)
{
    if (!parent)
        return NATIVE_FIRST_PROCESS - 1;
    control_ask(&(ask){.operation = NATIVE_PARENT,
                       .object = NATIVE_CHILD(parent - 1),
                       .word = NATIVE_SEEN,
                       .argument = parent - 1,
                       .caller = CALLER});
    return control_result() ? 1 : number_of(parent - 1);
}

/* Groups: all are in that of the first process.  One that leaves it is noted; signals to groups are
 * refused from then on. */

EXPORT pid_t getpgrp(void)
{
    return control ? group : (pid_t)control_call(SYS_getpgid, 0, 0, 0, 0, 0, 0);
}

/* A number that was given to a thread or process of the run. */
static bool is_known(pid_t process)
{
    return process >= NATIVE_FIRST_PROCESS &&
           process - NATIVE_FIRST_PROCESS < (pid_t)control->threads;
}

EXPORT pid_t getpgid(pid_t process)
{
    if (!control || process == 0 || process == getpid())
        return getpgrp();
    if (!is_known(process))
        return fail_with(ESRCH);
    if (control->ipc.regrouped)
        control_end(END_REFUSED, 0, "getpgid after setpgid or setsid", CALLER);
    return NATIVE_FIRST_PROCESS;
}

EXPORT int setpgid(pid_t process, pid_t to)
{
    bool own = process == 0 || process == getpid();

    if (!control)
        return (int)told(control_call(SYS_setpgid, process, to, 0, 0, 0, 0));
    if (process < 0 || to < 0)
        return fail_with(EINVAL);
    if (!own && !is_known(process))
        return fail_with(ESRCH);
    to = to ? to : own ? getpid() : process;
    control->ipc.regrouped |= to != NATIVE_FIRST_PROCESS;
    group = own ? to : group;
    return 0;
}

EXPORT pid_t setsid(void)
{
    if (!control)
        return (pid_t)told(control_call(SYS_setsid, 0, 0, 0, 0, 0, 0));
    control->ipc.regrouped = 1;
    return group = getpid();
}

/* What pthread_atfork calls.  The handlers have steps, so that the real fork must not run them. */
EXPORT int __register_atfork(handler *before, handler *above, handler *below, void *module);
EXPORT int __register_atfork(handler *before, handler *above, handler *below, void *module)
{
    (void)module;
    if (n_at_fork == HANDLERS)
        return ENOMEM;
    at_fork[n_at_fork++] = (handlers){before, above, below};
    return 0;
}

static void before_fork(void)
{
    for (uint32_t i = n_at_fork; i-- > 0;)
        if (at_fork[i].before)
            at_fork[i].before();
}

static void after_fork(bool below)
{
    for (uint32_t i = 0; i < n_at_fork; i++) {
        handler *f = below ? at_fork[i].below : at_fork[i].above;

        if (f)
            f();
    }
}

static void refuse_fork(uint64_t caller)
{
    if (!control)
        control_end(END_REFUSED, 0, "fork before main", caller);
    if (control_threaded && access_watched())
        control_end(END_REFUSED, 0, "fork with threads in a program of heddle cc", caller);
}

static void become_child(uint32_t slot, uint32_t above, bool quiet, uint64_t caller)
{
    parent = above + 1;
    forkers = 0;
    control_become(slot);
    threads_fork();
    sysv_fork();
    timers_fork();
    if (quiet)
        signals_hold();
    control_begin(slot, caller, slot);
}

/* Without handlers. */
static pid_t fork_one(bool quiet, uint64_t caller)
{
    pid_t (*real)(void) = (pid_t(*)(void))control_real("fork");
    uint32_t slot, above = control_process;
    pid_t child;

    control_ask(&(ask){.operation = NATIVE_FORK, .caller = caller});
    slot = control_enter(caller);
    control->processes++;
    control->slots[slot].failure = 0;
    forkers |= 1ull << control_self;
    files_fork();
    signals_fork(slot);
    time_start(slot);
    child = real();
    if (child < 0)
        control_end(END_REFUSED, 0, "fork: the system gives no process", caller);
    if (child)
        return number_of(slot);
    become_child(slot, above, quiet, caller);
    return 0;
}

pid_t process_fork(uint64_t caller)
{
    pid_t child;

    refuse_fork(caller);
    before_fork();
    child = fork_one(false, caller);
    after_fork(child == 0);
    return child;
}

/* The parent's memory is not the child's: what the child writes before its exec is lost. */
pid_t process_vfork(uint64_t caller, bool quiet)
{
    pid_t child;

    refuse_fork(caller);
    child = fork_one(quiet, caller);
    if (child)
        control_ask(&(ask){.operation = NATIVE_VFORK_WAIT,
                           .object = NATIVE_CHILD((uint64_t)(child - NATIVE_FIRST_PROCESS)),
                           .word = NATIVE_SEEN,
                           .argument = (uint64_t)(child - NATIVE_FIRST_PROCESS),
                           .caller = caller});
    return child;
}

int process_failure(pid_t child)
{
    return control->slots[child - NATIVE_FIRST_PROCESS].failure;
}

/* Such children would die with the threads: the kernel ties a process to the thread above it. */
bool process_forked_elsewhere(void)
{
    return forkers & ~(1ull << control_self);
}

void process_put(native_handover *h)
{
    h->parent = parent;
    h->group = group;
}

void process_take(const native_handover *h)
{
    parent = h->parent;
    group = h->group;
}

EXPORT pid_t fork(void)
{
    return process_fork(CALLER);
}

EXPORT pid_t vfork(void)
{
    return process_vfork(CALLER, false);
}

/* The number of a child, 0 or -1 as of waitpid; any child where none is asked for. */
static pid_t await_child(pid_t process, uint64_t how, int *status, uint64_t caller)
{
    uint64_t which = process > 0 ? (uint64_t)(process - NATIVE_FIRST_PROCESS) + 1 : 0, result;
    int error = control_ask(&(ask){.operation = NATIVE_WAIT_CHILD,
                                   .object = which ? NATIVE_CHILD(which - 1) : 0,
                                   .word = NATIVE_SEEN,
                                   .argument = which,
                                   .other = how,
                                   .caller = caller});

    if (error)
        return fail_with(error);
    result = control_result();
    if (result) {
        sharing_join((uint32_t)(result >> 32) - 1);
        time_join((uint32_t)(result >> 32) - 1);
    }
    if (result && status) {
        access_touch(status, sizeof *status, true, caller);
        *status = (int)(result & 0xffff);
    }
    return result ? number_of((uint32_t)(result >> 32) - 1) : 0;
}

static uint64_t how_of(int options)
{
    return (options & WNOHANG ? NATIVE_NO_WAIT : 0) | (options & WNOWAIT ? NATIVE_LEAVE_IT : 0);
}

pid_t process_wait(pid_t process, int *status, int options, uint64_t caller)
{
    if (process < -1 || process == 0 || options & ~WNOHANG)
        control_end(END_REFUSED, 0, "waitpid for groups, or with such options", caller);
    return await_child(process, how_of(options), status, caller);
}

static void tell(siginfo_t *info, pid_t child, int status)
{
    bool exited = WIFEXITED(status);

    memset(info, 0, sizeof *info);
    if (!child)
        return;
    info->si_signo = SIGCHLD;
    info->si_code = exited ? CLD_EXITED : CLD_KILLED;
    info->si_pid = child;
    info->si_uid = getuid();
    info->si_status = exited ? WEXITSTATUS(status) : WTERMSIG(status);
}

/* No process ever stops or continues: who waits for that besides waits for ends alone. */
EXPORT int waitid(idtype_t kind, id_t id, siginfo_t *info, int options)
{
    int known = WEXITED | WSTOPPED | WCONTINUED | WNOHANG | WNOWAIT, status = 0;
    pid_t child;

    if (options & ~known || !(options & (WEXITED | WSTOPPED | WCONTINUED)) ||
        (kind == P_PID && (pid_t)id <= 0))
        return fail_with(EINVAL);
    if ((kind != P_ALL && kind != P_PID) || !(options & WEXITED))
        control_end(END_REFUSED, 0, "waitid for groups, or for what stops", CALLER);
    child = await_child(kind == P_PID ? (pid_t)id : -1, how_of(options), &status, CALLER);
    if (child < 0)
        return -1;
    if (info)
        tell(info, child, status);
    return 0;
}

EXPORT pid_t waitpid(pid_t process, int *status, int options)
{
    return process_wait(process, status, options, CALLER);
}

EXPORT pid_t wait(int *status)
{
    return waitpid(-1, status, 0);
}

EXPORT pid_t wait4(pid_t process, int *status, int options, struct rusage *use)
{
    if (use)
        memset(use, 0, sizeof *use);
    return waitpid(process, status, options);
}

EXPORT pid_t wait3(int *status, int options, struct rusage *use)
{
    return wait4(-1, status, options, use);
}

/* posix_spawn: a child that does what it is told with its descriptors and becomes another program,
 * while its parent waits for that.  The lists of file actions are ours from their beginning; of the
 * attributes, signals are the child's own affair and the others are refused. */
#define _GNU_SOURCE
#include "native/preload/spawn.h"
#include "native/preload/exec.h"
#include "native/preload/files.h"
#include "native/preload/process.h"
#include "native/preload/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The actions. */

static int open_at(const spawn_action *a, uint64_t caller)
{
    int fd, error;

    file_close(a->descriptor, caller);
    fd = open(a->path, a->flags, a->mode);
    if (fd < 0 || fd == a->descriptor)
        return fd < 0 ? errno : 0;
    error = file_dup_to(fd, a->descriptor, caller) < 0 ? errno : 0;
    file_close(fd, caller);
    return error;
}

/* To itself: it stays open in the program. */
static int duplicate(const spawn_action *a, uint64_t caller)
{
    if (a->descriptor == a->to)
        return (int)-control_call(SYS_fcntl, a->to, F_SETFD, 0, 0, 0, 0);
    return file_dup_to(a->descriptor, a->to, caller) < 0 ? errno : 0;
}

static int act(const spawn_action *a, uint64_t caller)
{
    switch (a->kind) {
    case SPAWN_OPEN:
        return open_at(a, caller);
    case SPAWN_CLOSE:
        file_close(a->descriptor, caller);
        return 0;
    case SPAWN_DUP:
        return duplicate(a, caller);
    case SPAWN_CHDIR:
        return chdir(a->path) < 0 ? errno : 0;
    case SPAWN_FCHDIR:
        return fchdir(a->descriptor) < 0 ? errno : 0;
    case SPAWN_CLOSE_FROM:
        closefrom(a->descriptor);
        return 0;
    }
    return EINVAL;
}

static _Noreturn void be_child(const spawn_plan *p)
{
    int error = 0;

    for (uint32_t i = 0; !error && i < p->n; i++)
        error = act(&p->actions[i], p->caller);
    signals_let(p->blocked, p->defaults);
    if (!error) {
        if (p->search)
            exec_search(p->path, p->argv, p->environment, p->caller);
        else
            exec_path(p->path, p->argv, p->environment, p->caller);
        error = errno;
    }
    control->slots[control_self].failure = error;
    _exit(127);
}

int spawn_child(const spawn_plan *p, pid_t *child)
{
    pid_t made = process_vfork(p->caller, true);
    int error;

    if (!made)
        be_child(p);
    error = process_failure(made);
    while (error && process_wait(made, NULL, 0, p->caller) < 0 && errno == EINTR)
        continue;
    if (!error && child)
        *child = made;
    return error;
}

/* The lists. */

static int add(posix_spawn_file_actions_t *list, spawn_action a)
{
    spawn_action *all = (spawn_action *)list->__actions;

    if (list->__used == list->__allocated) {
        all = realloc(all, (size_t)(list->__allocated + 8) * sizeof *all);
        if (!all)
            return ENOMEM;
        list->__allocated += 8;
        list->__actions = (struct __spawn_action *)all;
    }
    all[list->__used++] = a;
    return 0;
}

static int add_path(posix_spawn_file_actions_t *list, spawn_action a, const char *path)
{
    a.path = strdup(path);
    return a.path ? add(list, a) : ENOMEM;
}

EXPORT int posix_spawn_file_actions_init(posix_spawn_file_actions_t *list)
{
    *list = (posix_spawn_file_actions_t){0};
    return 0;
}

EXPORT int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *list)
{
    spawn_action *all = (spawn_action *)list->__actions;

    for (int i = 0; i < list->__used; i++)
        free(all[i].path);
    free(all);
    return posix_spawn_file_actions_init(list);
}

EXPORT int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *restrict list,
                                            int descriptor, const char *restrict path, int flags,
                                            mode_t mode)
{
    spawn_action a = {.kind = SPAWN_OPEN, .descriptor = descriptor, .flags = flags, .mode = mode};

    return descriptor < 0 ? EBADF : add_path(list, a, path);
}

EXPORT int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *list, int descriptor)
{
    return descriptor < 0 ? EBADF
                          : add(list, (spawn_action){SPAWN_CLOSE, descriptor, 0, 0, 0, NULL});
}

EXPORT int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *list, int from, int to)
{
    return from < 0 || to < 0 ? EBADF : add(list, (spawn_action){SPAWN_DUP, from, to, 0, 0, NULL});
}

#define CHDIR(name)                                                                        \
    EXPORT int name(posix_spawn_file_actions_t *restrict list, const char *restrict path); \
    EXPORT int name(posix_spawn_file_actions_t *restrict list, const char *restrict path)  \
    {                                                                                      \
        return add_path(list, (spawn_action){.kind = SPAWN_CHDIR}, path);                  \
    }
CHDIR(posix_spawn_file_actions_addchdir)
CHDIR(posix_spawn_file_actions_addchdir_np)

#define FCHDIR(name)                                                                     \
    EXPORT int name(posix_spawn_file_actions_t *list, int descriptor);                   \
    EXPORT int name(posix_spawn_file_actions_t *list, int descriptor)                    \
    {                                                                                    \
        return descriptor < 0                                                            \
                   ? EBADF                                                               \
                   : add(list, (spawn_action){SPAWN_FCHDIR, descriptor, 0, 0, 0, NULL}); \
    }
FCHDIR(posix_spawn_file_actions_addfchdir)
FCHDIR(posix_spawn_file_actions_addfchdir_np)

EXPORT int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *list, int from)
{
    return from < 0 ? EBADF : add(list, (spawn_action){SPAWN_CLOSE_FROM, from, 0, 0, 0, NULL});
}

EXPORT int posix_spawn_file_actions_addtcsetpgrp_np(posix_spawn_file_actions_t *list, int terminal)
{
    (void)list;
    (void)terminal;
    control_end(END_REFUSED, 0, "posix_spawn_file_actions_addtcsetpgrp_np", CALLER);
}

/* The calls. */

static void read_attributes(const posix_spawnattr_t *attributes, spawn_plan *p)
{
    sigset_t set;
    short flags = 0;

    p->blocked = signals_blocked();
    if (!attributes)
        return;
    posix_spawnattr_getflags(attributes, &flags);
    if (getuid() == geteuid() && getgid() == getegid())
        flags &= ~POSIX_SPAWN_RESETIDS;
    if (flags & ~(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_USEVFORK))
        control_end(END_REFUSED, 0, "posix_spawn with groups, sessions, schedules or users",
                    p->caller);
    if (flags & POSIX_SPAWN_SETSIGMASK && posix_spawnattr_getsigmask(attributes, &set) == 0)
        p->blocked = signals_bits(&set);
    if (flags & POSIX_SPAWN_SETSIGDEF && posix_spawnattr_getsigdefault(attributes, &set) == 0)
        p->defaults = signals_bits(&set);
}

static int spawn(pid_t *child, spawn_plan p, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes)
{
    if (!control)
        control_end(END_REFUSED, 0, "posix_spawn before main", p.caller);
    read_attributes(attributes, &p);
    p.actions = actions ? (const spawn_action *)actions->__actions : NULL;
    p.n = actions ? (uint32_t)actions->__used : 0;
    return spawn_child(&p, child);
}

EXPORT int posix_spawn(pid_t *restrict child, const char *restrict path,
                       const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *restrict attributes, char *const argv[restrict],
                       char *const environment[restrict])
{
    return spawn(
        child,
        (spawn_plan){.path = path, .argv = argv, .environment = environment, .caller = CALLER},
        actions, attributes);
}

EXPORT int posix_spawnp(pid_t *restrict child, const char *restrict file,
                        const posix_spawn_file_actions_t *actions,
                        const posix_spawnattr_t *restrict attributes, char *const argv[restrict],
                        char *const environment[restrict])
{
    return spawn(child,
                 (spawn_plan){.path = file,
                              .search = true,
                              .argv = argv,
                              .environment = environment,
                              .caller = CALLER},
                 actions, attributes);
}

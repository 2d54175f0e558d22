/* exec: the process becomes another program and stays under control.
 *
 * The new program gets the library by LD_PRELOAD, whatever environment it is given, and finds the
 * memory of the run by a descriptor whose number is in the environment; both are gone when its main
 * begins.  What this library kept for the process goes through that memory (handover.h).  The exec
 * is a step: from then on the other threads are no more, and signals have no handlers; descriptors
 * that are to close then close one by one, as in the kernel.
 *
 * Whether the kernel would execute the file is found out before, since afterwards nothing can be
 * taken back; whether it can be controlled heddle says.  The thread must be the first of its
 * process: the kernel would give it the number of that one. */
#define _GNU_SOURCE
#include "native/preload/exec.h"
#include "native/preload/access.h"
#include "native/preload/files.h"
#include "native/preload/handover.h"
#include "native/preload/memory.h"
#include "native/preload/process.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <paths.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define HEAD    256 /* bytes that say what a file is */
#define SCRIPTS 4   /* one that names the next */
#define ADDED   3   /* variables of ours */

static int look_at(const char *path, char *image, uint32_t depth, uint64_t caller);

/* The program that a script names in its first line. */
static int look_at_script(char *head, char *image, uint32_t depth, uint64_t caller)
{
    char *name = head + 2 + strspn(head + 2, " \t");

    name[strcspn(name, " \t\n")] = 0;
    if (!*name)
        return ENOEXEC;
    return depth == SCRIPTS ? ELOOP : look_at(name, image, depth + 1, caller);
}

static int look_inside(long fd, char *image, uint32_t depth, uint64_t caller)
{
    char head[HEAD + 1] = "", link[64];
    long n = control_call(SYS_pread64, fd, (long)head, HEAD, 0, 0, 0);

    if (n >= 2 && memcmp(head, "#!", 2) == 0)
        return look_at_script(head, image, depth, caller);
    if (n < 4 || memcmp(head, "\177ELF", 4) != 0)
        return ENOEXEC;
    snprintf(link, sizeof link, "/proc/self/fd/%ld", fd);
    n = control_call(SYS_readlink, (long)link, (long)image, NATIVE_IMAGE - 1, 0, 0, 0);
    if (n <= 0 || n == NATIVE_IMAGE - 1)
        control_end(END_REFUSED, 0, "execve of a program with such a long name", caller);
    image[n] = 0;
    return 0;
}

/* What the kernel would say: 0, and the program is in `image`; or an error. */
static int look_at(const char *path, char *image, uint32_t depth, uint64_t caller)
{
    long fd, error = control_call(SYS_faccessat, AT_FDCWD, (long)path, X_OK, 0, 0, 0);
    struct stat st;
    int result;

    if (!error)
        error = control_call(SYS_stat, (long)path, (long)&st, 0, 0, 0, 0);
    if (error)
        return (int)-error;
    if (!S_ISREG(st.st_mode))
        return EACCES;
    fd = control_call(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0);
    if (fd < 0)
        control_end(END_REFUSED, 0, "execve of a program that cannot be read", caller);
    result = look_inside(fd, image, depth, caller);
    control_call(SYS_close, fd, 0, 0, 0, 0, 0);
    return result;
}

/* The environment. */

static bool is_variable(const char *line, const char *name)
{
    size_t n = strlen(name);

    return strncmp(line, name, n) == 0 && line[n] == '=';
}

static const char *value_in(char *const *environment, const char *name)
{
    for (; environment && *environment; environment++)
        if (is_variable(*environment, name))
            return *environment + strlen(name) + 1;
    return NULL;
}

static const char *own_path(uint64_t caller)
{
    Dl_info info;

    if (!dladdr((const void *)&exec_path, &info) || !info.dli_fname || *info.dli_fname != '/')
        control_end(END_REFUSED, 0, "execve: heddle's library has no place", caller);
    return info.dli_fname;
}

static char *line_of(const char *name, const char *value, const char *rest)
{
    size_t n = strlen(name) + strlen(value) + (rest ? strlen(rest) : 0) + 3;
    char *line = malloc(n);

    snprintf(line, n, "%s=%s%s%s", name, value, rest ? ":" : "", rest ? rest : "");
    return line;
}

/* What is given, and the library. */
static char **environment_of(char *const *given, uint64_t caller)
{
    size_t n = 0, kept = 0;
    char **all, number[16];

    while (given && given[n])
        n++;
    all = malloc((n + ADDED + 1) * sizeof *all);
    for (size_t i = 0; i < n; i++)
        if (!is_variable(given[i], "LD_PRELOAD"))
            all[kept++] = given[i];
    snprintf(number, sizeof number, "%d", control_descriptor);
    if (!value_in(given, "LD_BIND_NOW"))
        all[kept++] = line_of("LD_BIND_NOW", "1", NULL);
    all[kept++] = line_of(NATIVE_EXEC_ENV, number, NULL);
    all[kept++] = line_of("LD_PRELOAD", own_path(caller), value_in(given, "LD_PRELOAD"));
    all[kept] = NULL;
    return all;
}

/* The step. */

static void refuse(const char *why, uint64_t caller)
{
    control_end(END_REFUSED, 0, why, caller);
}

static void refuse_unable(uint64_t caller)
{
    if (!control)
        refuse("execve before main", caller);
    if (control_self != control_process)
        refuse("execve in a thread that is not the first of its process", caller);
    if (process_forked_elsewhere())
        refuse("execve in a process whose other threads made children", caller);
    if (control_threaded && access_watched())
        refuse("execve with threads in a program of heddle cc", caller);
    if (control->probes)
        refuse("execve with --visible", caller);
    if (control_descriptor < 0)
        refuse("execve with so few descriptors", caller);
}

/* The other threads of the process are no more: none takes a signal, and none sleeps. */
static void end_threads(uint64_t caller)
{
    for (uint32_t i = 0; i < control->threads; i++) {
        native_signals *s = &control->ipc.signals[i];

        if (i == control_self || control->homes[i] != control_process)
            continue;
        if (ipc_pending(s))
            refuse("execve while a signal waits for another thread", caller);
        s->blocked = ~0ull;
        control->ipc.sleepers[i] = (ipc_sleeper){0};
    }
}

static void put_down(native_handover *h)
{
    *h = (native_handover){.given = 1,
                           .self = control_self,
                           .above = (uint32_t)control_call(SYS_getppid, 0, 0, 0, 0, 0, 0)};
    files_put(h);
    locks_put(h);
    memory_put(h);
    process_put(h);
    random_put(h);
    sysv_put(h);
    time_put(h);
    timers_put(h);
}

void exec_take_up(const native_handover *h)
{
    files_take(h);
    locks_take(h);
    memory_take(h);
    process_take(h);
    random_take(h);
    signals_take();
    sysv_take(h);
    time_take(h);
    timers_take(h);
}

/* Had the process ever more threads than its first? */
static bool threaded(void)
{
    for (uint32_t i = control_process + 1; i < control->threads; i++)
        if (control->homes[i] == control_process)
            return true;
    return false;
}

/* A signal of another thread may come when the exec has begun, and then stays for the next program;
 * one of another process may as well come after it. */
static void rest(uint64_t caller)
{
    if (threaded())
        control_ask(&(ask){.operation = NATIVE_EXEC_BEGIN, .caller = caller});
    control_ask(&(ask){.operation = NATIVE_EXEC,
                       .object = NATIVE_CHILD(control_process),
                       .word = NATIVE_SEEN,
                       .caller = caller});
}

int exec_path(const char *path, char *const *argv, char *const *environment, uint64_t caller)
{
    char image[NATIVE_IMAGE], **all;
    int error;

    refuse_unable(caller);
    error = look_at(path, image, 0, caller);
    if (error)
        return fail_with(error);
    all = environment_of(environment, caller);
    strcpy(control->images[control_self], image);
    rest(caller);
    end_threads(caller);
    signals_exec();
    timers_exec();
    files_exec(caller);
    locks_exec(caller);
    put_down(&control->handover);
    control_call(SYS_execve, (long)path, (long)argv, (long)all, 0, 0, 0);
    control->handover.given = 0;
    control_end(END_REFUSED, 0, "execve of a file that the system does not execute", caller);
}

/* Along the path. */

static bool goes_on(int error)
{
    return error == ENOENT || error == EACCES || error == ENOTDIR || error == ESTALE ||
           error == ENODEV || error == ETIMEDOUT;
}

/* What is executable and nothing that the kernel knows is for the shell. */
static int exec_or_shell(const char *path, char *const *argv, char *const *environment,
                         uint64_t caller)
{
    size_t n = 0;
    char **more;

    if (exec_path(path, argv, environment, caller) == 0 || errno != ENOEXEC)
        return -1;
    while (argv[n])
        n++;
    more = malloc((n + 3) * sizeof *more);
    more[0] = (char *)(uintptr_t)_PATH_BSHELL;
    more[1] = (char *)(uintptr_t)path;
    more[2] = NULL;
    memcpy(more + 2, argv + 1, n * sizeof *more);
    exec_path(_PATH_BSHELL, more, environment, caller);
    free(more);
    return -1;
}

/* The next folder of the path with the file in it; false: there are no more. */
static bool next_place(const char **folders, const char *file, char *out)
{
    size_t n;

    if (!*folders)
        return false;
    n = strcspn(*folders, ":");
    snprintf(out, PATH_MAX, "%.*s%s%s", (int)n, *folders, n ? "/" : "", file);
    *folders = (*folders)[n] ? *folders + n + 1 : NULL;
    return true;
}

typedef int exec_function(const char *, char *const *, char *const *, uint64_t);

static int search(const char *file, char *const *argv, char *const *environment,
                  exec_function *execute, uint64_t caller)
{
    const char *folders = getenv("PATH");
    bool denied = false;
    char path[PATH_MAX];

    if (!*file)
        return fail_with(ENOENT);
    if (strchr(file, '/'))
        return execute(file, argv, environment, caller);
    if (strlen(file) > NAME_MAX)
        return fail_with(ENAMETOOLONG);
    if (!folders)
        folders = "/bin:/usr/bin";
    while (next_place(&folders, file, path)) {
        execute(path, argv, environment, caller);
        denied |= errno == EACCES;
        if (!goes_on(errno))
            return -1;
    }
    return fail_with(denied ? EACCES : ENOENT);
}

int exec_search(const char *file, char *const *argv, char *const *environment, uint64_t caller)
{
    return search(file, argv, environment, exec_path, caller);
}

static int search_all(const char *file, char *const *argv, char *const *environment,
                      uint64_t caller)
{
    return search(file, argv, environment, exec_or_shell, caller);
}

/* The calls. */

EXPORT int execve(const char *path, char *const argv[], char *const environment[])
{
    return exec_path(path, argv, environment, CALLER);
}

EXPORT int execv(const char *path, char *const argv[])
{
    return exec_path(path, argv, environ, CALLER);
}

EXPORT int execvp(const char *file, char *const argv[])
{
    return search_all(file, argv, environ, CALLER);
}

EXPORT int execvpe(const char *file, char *const argv[], char *const environment[])
{
    return search_all(file, argv, environment, CALLER);
}

/* The arguments of a call as a list that ends with NULL; what comes behind stays. */
static char **list_of(const char *first, va_list *arguments)
{
    size_t n = 0, room = 16;
    char **all = malloc(room * sizeof *all);

    for (const char *each = first;; each = va_arg(*arguments, const char *)) {
        if (n == room)
            all = realloc(all, (room *= 2) * sizeof *all);
        all[n++] = (char *)(uintptr_t)each;
        if (!each)
            return all;
    }
}

#define EXECL(name, how, environment)                         \
    EXPORT int name(const char *path, const char *first, ...) \
    {                                                         \
        va_list list;                                         \
        char **argv;                                          \
                                                              \
        va_start(list, first);                                \
        argv = list_of(first, &list);                         \
        how(path, argv, environment, CALLER);                 \
        va_end(list);                                         \
        free(argv);                                           \
        return -1;                                            \
    }
EXECL(execl, exec_path, environ)
EXECL(execlp, search_all, environ)
EXECL(execle, exec_path, va_arg(list, char *const *))

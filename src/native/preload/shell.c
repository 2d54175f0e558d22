/* system and popen: children that run the shell, under control as they are. */
#define _GNU_SOURCE
#include "native/preload/files.h"
#include "native/preload/process.h"
#include "native/preload/signals.h"
#include "native/preload/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <paths.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define STREAMS 16

typedef struct stream {
    bool used;
    FILE *file; /* NULL: it is being made */
    int descriptor;
    pid_t child;
} stream;

static stream streams[STREAMS];

static int run_shell(const char *command, spawn_plan p, pid_t *child)
{
    char *argv[] = {"sh", "-c", (char *)(uintptr_t)command, NULL};

    p.path = _PATH_BSHELL;
    p.argv = argv;
    p.environment = environ;
    return spawn_child(&p, child);
}

/* What waitpid says. */
static int wait_for(pid_t child, uint64_t caller)
{
    int status;

    while (process_wait(child, &status, 0, caller) < 0)
        if (errno != EINTR)
            return -1;
    return status;
}

static uint64_t unless_ignored(int number, const struct sigaction *was)
{
    return was->sa_handler == SIG_IGN ? 0 : 1ull << number;
}

/* Meanwhile the process ignores what a terminal sends to both, and its own children wait. */
static int call_shell(const char *command, uint64_t caller)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupt, quit, chld;
    spawn_plan p = {.blocked = signals_blocked(), .caller = caller};
    sigset_t block, was;
    pid_t child;
    int status;

    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGQUIT, &ignore, &quit);
    sigaction(SIGCHLD, NULL, &chld);
    sigemptyset(&block);
    if (control_threaded || chld.sa_handler != SIG_DFL) /* else it makes no difference */
        sigaddset(&block, SIGCHLD);
    sigprocmask(SIG_BLOCK, &block, &was);
    p.defaults = unless_ignored(SIGINT, &interrupt) | unless_ignored(SIGQUIT, &quit);
    status = run_shell(command, p, &child) ? 127 << 8 : wait_for(child, caller);
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    sigprocmask(SIG_SETMASK, &was, NULL);
    return status;
}

EXPORT int system(const char *command)
{
    if (!control)
        control_end(END_REFUSED, 0, "system before main", CALLER);
    return command ? call_shell(command, CALLER) : call_shell("exit 0", CALLER) == 0;
}

/* Streams. */

static stream *find(const FILE *file)
{
    for (uint32_t i = 0; i < STREAMS; i++)
        if (streams[i].used && streams[i].file == file)
            return &streams[i];
    return NULL;
}

static stream *find_free(void)
{
    for (uint32_t i = 0; i < STREAMS; i++)
        if (!streams[i].used)
            return &streams[i];
    return NULL;
}

/* The child has one end as its input or output, and none of the other streams. */
static int run_behind(const char *command, int end, int number, pid_t *child, uint64_t caller)
{
    spawn_action all[STREAMS + 1] = {{.kind = SPAWN_DUP, .descriptor = end, .to = number}};
    spawn_plan p = {.actions = all, .n = 1, .blocked = signals_blocked(), .caller = caller};

    for (uint32_t i = 0; i < STREAMS; i++)
        if (streams[i].used && streams[i].file && streams[i].descriptor != number)
            all[p.n++] = (spawn_action){.kind = SPAWN_CLOSE, .descriptor = streams[i].descriptor};
    return run_shell(command, p, child);
}

static FILE *open_stream(stream *s, const char *command, const char *mode, uint64_t caller)
{
    bool reads = *mode == 'r';
    int ends[2], error;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    s->descriptor = ends[!reads];
    error = run_behind(command, ends[reads], reads, &s->child, caller);
    file_close(ends[reads], caller);
    if (error) {
        file_close(s->descriptor, caller);
        errno = error;
        return NULL;
    }
    if (!strchr(mode, 'e'))
        control_call(SYS_fcntl, s->descriptor, F_SETFD, 0, 0, 0, 0);
    return s->file = fdopen(s->descriptor, reads ? "r" : "w");
}

EXPORT FILE *popen(const char *command, const char *mode)
{
    stream *s = find_free();
    FILE *file;

    if (!control || !s)
        control_end(END_REFUSED, 0, control ? "so many streams of popen" : "popen before main",
                    CALLER);
    if ((*mode != 'r' && *mode != 'w') || strspn(mode + 1, "e") != strlen(mode + 1)) {
        errno = EINVAL;
        return NULL;
    }
    *s = (stream){.used = true};
    file = open_stream(s, command, mode, CALLER);
    s->used = file != NULL;
    return file;
}

EXPORT int pclose(FILE *file)
{
    stream *s = file ? find(file) : NULL;
    pid_t child;

    if (!s)
        return fail_with(ECHILD);
    child = s->child;
    s->used = false;
    fclose(file);
    return wait_for(child, CALLER);
}

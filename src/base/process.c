/* Programs are started by posix_spawn, which copies no memory: a search may hold much of it.  Files
 * of heddle's own are looked for below HEDDLE_HOME, or else in the places near the binary where a
 * build and an installation have them. */
#define _GNU_SOURCE /* posix_spawn in a folder, pipe2 */
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void set_stream(posix_spawn_file_actions_t *actions, int stream, int to)
{
    if (to == STREAM_NONE)
        posix_spawn_file_actions_addopen(actions, stream, "/dev/null", O_RDWR, 0);
    else if (to != STREAM_OWN)
        posix_spawn_file_actions_adddup2(actions, to, stream);
}

pid_t process_start(const char *const *words, const process_setup *how)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t plain;
    pid_t child;

    sigemptyset(&plain);
    sigaddset(&plain, SIGINT);
    sigaddset(&plain, SIGPIPE);
    posix_spawn_file_actions_init(&actions);
    if (how->folder)
        posix_spawn_file_actions_addchdir_np(&actions, how->folder);
    set_stream(&actions, STDIN_FILENO, how->in);
    set_stream(&actions, STDOUT_FILENO, how->out);
    set_stream(&actions, STDERR_FILENO, how->error);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &plain);
    posix_spawnattr_setflags(
        &attributes, (short)(POSIX_SPAWN_SETSIGDEF | (how->group ? POSIX_SPAWN_SETPGROUP : 0)));
    errno = posix_spawnp(&child, words[0], &actions, &attributes, (char *const *)(uintptr_t)words,
                         environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return errno ? -1 : child;
}

pid_t process_pipe(const char *const *words, FILE **to, FILE **from)
{
    int in[2] = {STREAM_NONE, STREAM_NONE}, out[2] = {STREAM_NONE, STREAM_NONE};
    pid_t child = -1;

    *from = NULL;
    if (pipe2(out, O_CLOEXEC) == 0 && (!to || pipe2(in, O_CLOEXEC) == 0))
        child = process_start(words, &(process_setup){in[0], out[1], STREAM_NONE, NULL, false});
    close(in[0]);
    close(out[1]);
    if (child > 0) {
        *from = fdopen(out[0], "r");
        if (to)
            *to = fdopen(in[1], "w");
    } else {
        close(in[1]);
        close(out[0]);
    }
    return child;
}

int process_await(pid_t child)
{
    int status;
    pid_t ended;

    do
        ended = waitpid(child, &status, 0);
    while (ended < 0 && errno == EINTR);
    return ended == child ? status : -1;
}

char *find_program(const char *name)
{
    const char *path = getenv("PATH");
    text at = {0};

    if (strchr(name, '/'))
        return mem_strdup(name);
    while (path && *path) {
        size_t n = strcspn(path, ":");

        text_clear(&at);
        text_addf(&at, "%.*s/%s", n ? (int)n : 1, n ? path : ".", name);
        if (access(text_str(&at), X_OK) == 0)
            return at.at;
        path += n + (path[n] == ':');
    }
    text_free(&at);
    return NULL;
}

bool find_is_program(const char *name)
{
    char *path = find_program(name);
    bool found = path && access(path, X_OK) == 0;

    mem_free(path);
    return found;
}

static char *in_folder(const char *folder, const char *below, const char *file)
{
    text at = {0}, whole = {0};

    text_addf(&at, "%s%s", folder, below);
    text_addf(&whole, "%s/%s", text_str(&at), file);
    if (access(text_str(&whole), R_OK))
        text_free(&at);
    text_free(&whole);
    return at.at;
}

char *find_self(void)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, PATH_MAX);

    return mem_strndup(self, n > 0 ? (size_t)n : 0);
}

char *find_home(const char *file)
{
    static const char *const near_given[] = {"", "/build", NULL};
    static const char *const near_binary[] = {"", "/../share/heddle", "/..", NULL};
    const char *base = getenv("HEDDLE_HOME"), *const *below = near_given;
    char *self = find_self(), *found = NULL;

    if (strrchr(self, '/'))
        *strrchr(self, '/') = 0;
    if (!base || !*base) {
        base = self;
        below = near_binary;
    }
    for (; !found && *below; below++)
        found = in_folder(base, *below, file);
    if (!found)
        fail(EXIT_INPUT, "%s: no %s there; %s", base, file,
             base == self ? "install heddle again or set HEDDLE_HOME"
                          : "HEDDLE_HOME must name its folder");
    mem_free(self);
    return found;
}

char *find_installed(const char *file)
{
    char *folder = find_home(file);
    text whole = {0};

    text_addf(&whole, "%s/%s", folder, file);
    mem_free(folder);
    return whole.at;
}

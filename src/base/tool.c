#define _GNU_SOURCE /* posix_spawn in a folder, nftw */
#include "base/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { NAP = 2000000 }; /* nanoseconds between two looks */

static const int ends[] = {SIGINT, SIGTERM, SIGHUP};

/* A handler has no other way to speak. */
static volatile sig_atomic_t signals;
static u32 running;
static struct sigaction before[LENGTH(ends)];

static void note_signal(int number)
{
    (void)number;
    signals = signals + 1;
}

static void listen_to_signals(void)
{
    struct sigaction a = {.sa_handler = note_signal};

    if (running++)
        return;
    signals = 0;
    for (u32 i = 0; i < LENGTH(ends); i++)
        sigaction(ends[i], &a, &before[i]);
}

static void listen_no_more(void)
{
    if (--running)
        return;
    for (u32 i = 0; i < LENGTH(ends); i++)
        sigaction(ends[i], &before[i], NULL);
}

/* ---- folders ---- */

char *folder_temporary(const char *name)
{
    const char *base = getenv("TMPDIR");
    text path = {0};
    char *made;

    text_addf(&path, "%s/%s.XXXXXX", base && *base ? base : "/tmp", name);
    made = mkdtemp(path.at);
    if (!made)
        fail(EXIT_INPUT, "heddle: %s: %s; TMPDIR names another folder", text_str(&path),
             strerror(errno));
    made = mem_strdup(made);
    text_free(&path);
    return made;
}

static int remove_one(const char *path, const struct stat *s, int kind, struct FTW *where)
{
    (void)s;
    (void)kind;
    (void)where;
    remove(path);
    return 0;
}

void folder_remove(const char *folder)
{
    nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* ---- programs ---- */

/* In a group of its own: the processes that it starts end with it. */
bool tool_start(tool *t, const char *folder, const char *const *words, const char *log)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t group;

    *t = (tool){0};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, folder);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    posix_spawnattr_init(&group);
    posix_spawnattr_setflags(&group, POSIX_SPAWN_SETPGROUP);
    errno =
        posix_spawnp(&t->pid, words[0], &actions, &group, (char *const *)(uintptr_t)words, environ);
    posix_spawnattr_destroy(&group);
    posix_spawn_file_actions_destroy(&actions);
    if (errno)
        return false;
    listen_to_signals();
    return true;
}

static void pass_on(tool *t)
{
    while (t->told < signals)
        kill(-t->pid, t->told++ ? SIGKILL : SIGINT);
}

void tool_poll(tool *t)
{
    if (t->ended)
        return;
    t->ended = waitpid(t->pid, &t->status, WNOHANG) == t->pid;
    if (t->ended)
        listen_no_more();
    else
        pass_on(t);
}

void tool_stop(tool *t)
{
    if (!t->ended)
        kill(-t->pid, SIGINT);
}

bool tool_finish(tool *t, double deadline)
{
    struct timespec nap = {0, NAP};
    bool stopped = false;

    for (tool_poll(t); !t->ended; tool_poll(t)) {
        if (deadline && !stopped && clock_seconds() > deadline) {
            tool_stop(t);
            stopped = true;
        }
        nanosleep(&nap, NULL);
    }
    return !stopped;
}

bool tool_succeeded(const tool *t)
{
    return WIFEXITED(t->status) && !WEXITSTATUS(t->status);
}

bool tool_interrupted(void)
{
    return signals > 0;
}

void tool_said(const char *folder, const char *log, text *out)
{
    text path = {0};

    text_addf(&path, "%s/%s", folder, log);
    text_clear(out);
    text_read_file(out, text_str(&path));
    text_free(&path);
}

double tool_number_before(const text *said, const char *words)
{
    const char *at = strstr(text_str(said), words);
    const char *line = at;

    if (!at)
        return 0;
    while (line > text_str(said) && line[-1] != '\n')
        line--;
    return strtod(line, NULL);
}

double tool_number_after(const text *said, const char *words)
{
    const char *at = strstr(text_str(said), words);

    return at ? strtod(at + strlen(words), NULL) : 0;
}

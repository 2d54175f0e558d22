/* Programs are waited for by looking at them every two milliseconds: a signal that comes meanwhile
 * is counted by a handler, and handed on at the next look.  The handlers are set when the first
 * program starts, and what was there before is put back when the last one has ended. */
#define _GNU_SOURCE /* nftw */
#include "base/tool.h"
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

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

bool tool_start(tool *t, const char *folder, const char *const *words, const char *log)
{
    text path = {0};
    int to;

    text_addf(&path, "%s/%s", folder, log);
    to = open(text_str(&path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    text_free(&path);
    if (to < 0)
        return false;
    *t = (tool){.pid = process_start(
                    words, &(process_setup){STREAM_NONE, to, to, .folder = folder, .group = true})};
    close(to);
    if (t->pid < 0)
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

/* A search with a set of visited states merges what is met again, one without leaves out what
 * differs only in the order of independent steps: each is far ahead on some programs, and none knows
 * beforehand on which.  The first begins; when it has used so much of the processor, a second process
 * begins the other.  Both are exhaustive, so that the verdict does not depend on who is first; a
 * search that ends at a limit has none.
 *
 * The process that the user started always ends last, with the status of the one that reported.  Who
 * reports is decided in a word that both see. */
#define _GNU_SOURCE
#include "cmd/contest.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define HEAD_START 0.5 /* seconds of the processor */
#define LOOK_AGAIN 20  /* milliseconds */

enum { NOBODY, FIRST, SECOND };

/* What both see. */
typedef struct board {
    _Atomic int winner;
    _Atomic bool stuck; /* the first has no room for more states */
    _Atomic bool quiet; /* the first says nothing more */
} board;

/* For the handler of the first process. */
static volatile pid_t second;
static board *shared;

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = LOOK_AGAIN * 1000000L}, NULL);
}

static bool claim(board *b, int who)
{
    int nobody = NOBODY;

    return atomic_compare_exchange_strong(&b->winner, &nobody, who);
}

/* The second process reports: what is left is to end as it does. */
static void yield_to_second(int signal)
{
    int how = 0;

    (void)signal;
    if (isatty(STDERR_FILENO))
        (void)!write(STDERR_FILENO, "\r\033[K", 4); /* its progress */
    shared->quiet = true;
    while (waitpid(second, &how, 0) < 0 && errno == EINTR)
        continue;
    _exit(WIFEXITED(how) ? WEXITSTATUS(how) : EXIT_BUG);
}

static double seconds_used(clockid_t clock)
{
    struct timespec t;

    return clock_gettime(clock, &t) == 0 ? (double)t.tv_sec + (double)t.tv_nsec / 1e9 : 0;
}

static void await_turn(const board *b, pid_t first)
{
    clockid_t clock;

    if (clock_getcpuclockid(first, &clock) != 0)
        _exit(EXIT_UNKNOWN);
    for (double begun = seconds_used(clock);
         !b->stuck && seconds_used(clock) - begun < HEAD_START;)
        rest();
}

static void search_second(check *c, void (*search)(check *c), pid_t first, board *b)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != first)
        _exit(EXIT_UNKNOWN);
    signal(SIGINT, SIG_IGN); /* the first one answers */
    signal(SIGTERM, SIG_DFL);
    await_turn(b, first);
    c->o.engine = ENGINE_STATELESS;
    c->o.search = SEARCH_OPTIMAL;
    c->quiet_search = true;
    search(c);
    if (c->r.verdict == VERDICT_UNKNOWN || !claim(b, SECOND))
        _exit(EXIT_UNKNOWN);
    kill(first, SIGUSR1);
    while (!b->quiet)
        rest();
}

static bool time_left(const check *c)
{
    return !interrupted && (!c->o.max_time || clock_seconds() - c->begun < c->o.max_time);
}

/* Where the first had no room for more states, the second may still succeed.  Limits of the program
 * hold for both. */
static void await_second(const check *c, board *b)
{
    b->stuck = c->r.verdict == VERDICT_UNKNOWN && strstr(c->r.reason, "--max-memory");
    while (b->stuck && time_left(c) && waitpid(second, NULL, WNOHANG) == 0)
        rest();
}

static void search_first(check *c, void (*search)(check *c), board *b)
{
    c->o.engine = ENGINE_DFS;
    search(c);
    await_second(c, b);
    while (!claim(b, FIRST))
        rest(); /* until the signal comes */
    kill(second, SIGKILL);
    waitpid(second, NULL, 0);
}

void contest(check *c, void (*search)(check *c))
{
    struct sigaction yields = {.sa_handler = yield_to_second};
    board *b = mmap(NULL, sizeof *b, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t first = getpid();

    shared = b;
    fflush(NULL);
    sigaction(SIGUSR1, &yields, NULL);
    second = b == MAP_FAILED ? -1 : fork();
    if (second == 0) {
        search_second(c, search, first, b);
    } else if (second > 0) {
        search_first(c, search, b);
    } else {
        c->o.engine = ENGINE_DFS;
        search(c);
    }
    if (b != MAP_FAILED)
        munmap(b, sizeof *b);
}

/* A search with a set of visited states merges what is met again, one without leaves out what
 * differs only in the order of independent steps: each is far ahead on some programs, and none
 * knows beforehand on which.  The first begins; when it has used so much of the processor, a second
 * process begins the other.  Where processors are left, several more begin the first's work again
 * together, breadth first (wide).  All are exhaustive, so that the verdict does not depend on who
 * is first; a search that ends at a limit has none.
 *
 * An exhaustive search may come to an error late that few preemptions are enough for.  So a third
 * process, the scout, looks for errors for a short time once the first has not ended soon: by
 * chance and within few preemptions.  It proves nothing, and says something only where it finds
 * one.
 *
 * An error is claimed as soon as it is found, before its trace is shortened, and the other engine
 * searches on meanwhile: where that one ends with VERIFIED, or had ended so, heddle has a defect,
 * and says so instead of a verdict.
 *
 * The process that the user started always ends last, with the status of the one that reported. Who
 * reports is decided in a word that both see. */
#define _GNU_SOURCE
#include "session/interrupt.h"
#include "search/worker_pool.h"
#include "base/mutant.h"
#include "base/process.h"
#include "session/portfolio.h"

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ALONE      0.05 /* seconds of the processor that the first has before the second begins */
#define ON_ONE     0.5  /* the same where they share one processor */
#define SCOUT_AT   1.0  /* the same for the scout */
#define WIDE_AT    2.0  /* the same for the search by several processes */
#define SCOUT_ROOM ((u64)512 << 20)
#define LOOK_AGAIN 5   /* milliseconds */
#define LOOK_SOON  1   /* in tests */
#define VERDICT    512 /* characters of a verdict */

enum { NOBODY, FIRST, SECOND, WIDE, SCOUT, ENGINES };

static const char *const names[ENGINES] = {
    [FIRST] = "--engine dfs",
    [SECOND] = "--engine stateless --search optimal",
    [WIDE] = "--engine bfs -j",
    [SCOUT] = "a search for errors",
};

/* What an engine says: an error as soon as it is found. */
typedef struct answer {
    _Atomic bool there; /* the rest is written before */
    verdict verdict;
    char line[VERDICT];
} answer;

/* What both see. */
typedef struct board {
    _Atomic int reporter;
    _Atomic bool stuck;    /* the first has no room for more states */
    _Atomic bool quiet;    /* the first says nothing more */
    volatile double share; /* of the second, by an estimate */
    answer answers[ENGINES];
} board;

/* For the handler of the first process, and for what a search calls. */
static volatile pid_t children[ENGINES];
static board *shared;
static int self;
static u32 processors; /* that may search */

static double setting(const char *name, double otherwise)
{
    const char *value = getenv(name);

    return value ? strtod(value, NULL) : otherwise;
}

/* How long the engine that has ended waits for the other; 0: not at all. */
static double patience(void)
{
    return setting("HEDDLE_BOTH", 0);
}

/* As many as the user said, or as this process may use. */
static u32 count_processors(const options *o)
{
    cpu_set_t mine;

    if (o->jobs)
        return (u32)o->jobs;
    return sched_getaffinity(0, sizeof mine, &mine) == 0 ? (u32)CPU_COUNT(&mine) : 1;
}

/* Processes that search breadth first beside the two engines; 0: too few processors are left. */
static u32 wide_processes(void)
{
    u32 left = processors > 2 ? processors - 2 : 0;

    return patience() > 0 || left < 2 ? 0 : left < WORKERS_MOST ? left : WORKERS_MOST;
}

static double head_start(void)
{
    return setting("HEDDLE_HEAD_START", patience() > 0 ? 0 : processors > 1 ? ALONE : ON_ONE);
}

static void rest(void)
{
    bool test = patience() > 0 || getenv("HEDDLE_HEAD_START");
    int milliseconds = test ? LOOK_SOON : LOOK_AGAIN;

    nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000L}, NULL);
}

static bool claim(board *b, int who)
{
    int nobody = NOBODY;

    return atomic_compare_exchange_strong(&b->reporter, &nobody, who) || nobody == who;
}

/* Once for each engine that has a verdict. */
static void answer_with(board *b, session *c)
{
    answer *a = &b->answers[self];
    text line = {0};

    if (a->there || c->r.verdict == VERDICT_UNKNOWN)
        return;
    session_verdict(c, &line);
    snprintf(a->line, sizeof a->line, "%.*s", (int)strcspn(text_str(&line), "\n"), text_str(&line));
    a->verdict = c->r.verdict;
    a->there = true;
    text_free(&line);
}

static verdict answered(const board *b, int who)
{
    return b->answers[who].there ? b->answers[who].verdict : VERDICT_UNKNOWN;
}

/* Who has this verdict; NOBODY: none has. */
static int who_says(const board *b, verdict v)
{
    for (int who = FIRST; who < ENGINES; who++)
        if (b->answers[who].there && b->answers[who].verdict == v)
            return who;
    return NOBODY;
}

/* One found an error, the other none anywhere. */
static void compare_answers(session *c, const board *b)
{
    int fails = who_says(b, VERDICT_FAILED), proves = who_says(b, VERDICT_VERIFIED);
    int earlier = fails < proves ? fails : proves, later = fails < proves ? proves : fails;
    text both = {0};

    if (earlier == NOBODY)
        return;
    text_addf(&both, "%s says \"%s\", %s says \"%s\"; one of them is wrong", names[earlier],
              b->answers[earlier].line, names[later], b->answers[later].line);
    c->dispute = mem_strdup(text_str(&both));
    text_free(&both);
}

static void end_children(int but)
{
    for (int who = SECOND; who < ENGINES; who++)
        if (who != but && children[who] > 0) {
            kill(children[who], SIGKILL);
            process_await(children[who]);
        }
}

/* Another process reports: what is left is to end as it does. */
static void yield_to_reporter(int signal)
{
    int who = shared->reporter, how;

    (void)signal;
    if (isatty(STDERR_FILENO))
        (void)!write(STDERR_FILENO, "\r\033[K", 4); /* its progress */
    end_children(who);
    shared->quiet = true;
    how = process_await(children[who]);
    _exit(how >= 0 && WIFEXITED(how) ? WEXITSTATUS(how) : EXIT_BUG);
}

/* The other engine reports. */
static void give_way(void)
{
    if (self == FIRST) {
        signal(SIGUSR1, SIG_IGN);
        yield_to_reporter(0);
    }
    _exit(EXIT_UNKNOWN);
}

/* An error was found, and is going to be shortened. */
static void claim_error(session *c)
{
    answer_with(shared, c);
    if (patience() == 0 && !MUTANT(CLAIM_LATE) && !claim(shared, self))
        give_way();
}

static double seconds_used(clockid_t clock)
{
    struct timespec t;

    return clock_gettime(clock, &t) == 0 ? (double)t.tv_sec + (double)t.tv_nsec / 1e9 : 0;
}

static void await_turn(const board *b, pid_t first, double used)
{
    clockid_t clock;

    if (clock_getcpuclockid(first, &clock) != 0)
        _exit(EXIT_UNKNOWN);
    for (double begun = seconds_used(clock); !b->stuck && seconds_used(clock) - begun < used;)
        rest();
}

/* Until the other engine has a verdict too, or its time is up. */
static void await_answer(const board *b, int who)
{
    for (double until = clock_seconds() + patience(); clock_seconds() < until && !interrupted;) {
        if (b->reporter != NOBODY || b->answers[who].there ||
            (who == SECOND && waitpid(children[SECOND], NULL, WNOHANG) != 0))
            return;
        rest();
    }
}

static void begin_beside(session *c, int who, pid_t first)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != first)
        _exit(EXIT_UNKNOWN);
    self = who;
    signal(SIGINT, SIG_IGN); /* the first one answers */
    signal(SIGTERM, SIG_DFL);
    c->quiet_search = true;
}

/* The first one falls silent, and this one says what it found. */
static void report_beside(session *c, pid_t first, board *b)
{
    if (!claim(b, self))
        give_way();
    kill(first, SIGUSR1);
    while (!b->quiet)
        rest();
    compare_answers(c, b);
}

/* Once more from the start, by all processors that are left. */
static void search_wide(session *c, void (*search)(session *c), pid_t first, board *b)
{
    begin_beside(c, WIDE, first);
    await_turn(b, first, setting("HEDDLE_WIDE", WIDE_AT));
    c->o.engine = ENGINE_BFS;
    c->o.jobs = wide_processes();
    search(c);
    if (c->r.verdict == VERDICT_UNKNOWN)
        _exit(EXIT_UNKNOWN);
    answer_with(b, c);
    report_beside(c, first, b);
}

static void search_second(session *c, void (*search)(session *c), pid_t first, board *b)
{
    begin_beside(c, SECOND, first);
    await_turn(b, first, head_start());
    c->o.engine = ENGINE_STATELESS;
    c->o.stateless.kind = SEARCH_OPTIMAL;
    c->share_at = &b->share;
    search(c);
    if (c->r.verdict == VERDICT_UNKNOWN)
        _exit(EXIT_UNKNOWN);
    answer_with(b, c);
    await_answer(b, FIRST);
    while (patience() > 0 && b->answers[FIRST].there && b->reporter == NOBODY)
        rest(); /* the first decides */
    report_beside(c, first, b);
}

/* The searches of the scout; bounded ones raise the number of preemptions from 0 on. */
static const struct {
    u32 engine;
    search_kind kind;
    u32 preemptions;
    double seconds;
} scouting[] = {
    {ENGINE_STATELESS, SEARCH_RANDOM, 0, 0.5},
    {ENGINE_STATELESS, SEARCH_PCT, 0, 0.5},
    {ENGINE_DFS, SEARCH_FULL, 2, 1.0},
};

static bool scout_finds(session *c, void (*search)(session *c), u32 i)
{
    c->o.engine = scouting[i].engine;
    c->o.stateless.kind = scouting[i].kind;
    c->o.stateless.runs = UINT32_MAX;
    c->o.context_bound.set = scouting[i].preemptions != 0;
    c->o.context_bound.high = scouting[i].preemptions;
    c->o.max.seconds = clock_seconds() - c->since + scouting[i].seconds;
    search(c);
    if (c->r.verdict == VERDICT_FAILED)
        return true;
    result_free(&c->r);
    text_clear(&c->outcomes);
    return false;
}

static void search_scout(session *c, void (*search)(session *c), pid_t first, board *b)
{
    u32 i = 0;

    begin_beside(c, SCOUT, first);
    await_turn(b, first, setting("HEDDLE_SCOUT", SCOUT_AT));
    if (c->o.max.memory > SCOUT_ROOM)
        c->o.max.memory = SCOUT_ROOM;
    while (i < LENGTH(scouting) && !scout_finds(c, search, i))
        i++;
    if (i == LENGTH(scouting))
        _exit(EXIT_UNKNOWN);
    answer_with(b, c);
    report_beside(c, first, b);
}

static bool time_left(const session *c)
{
    return !interrupted && (!c->o.max.seconds || clock_seconds() - c->begun < c->o.max.seconds);
}

static bool still_runs(int who)
{
    return children[who] > 0 && waitpid(children[who], NULL, WNOHANG) == 0;
}

/* Where the first had no room for more states, another may still succeed.  Limits of the program
 * hold for all. */
static void await_others(session *c, board *b)
{
    b->stuck = c->r.verdict == VERDICT_UNKNOWN && strstr(c->r.reason, "--max-memory");
    while (b->stuck && time_left(c) && (still_runs(SECOND) || still_runs(WIDE)))
        rest();
    if (b->stuck && wide_processes())
        snprintf(c->r.reason, sizeof c->r.reason,
                 "the limit of memory was reached: each of two searches had half of it "
                 "(--max-memory; with -j 2 one has all)");
}

/* Where both were compared: who has an error reports, else who has a verdict. */
static int chosen(const board *b)
{
    verdict mine = answered(b, FIRST), other = answered(b, SECOND);

    if (mine == VERDICT_FAILED || other == VERDICT_UNKNOWN)
        return FIRST;
    return other == VERDICT_FAILED || mine == VERDICT_UNKNOWN ? SECOND : FIRST;
}

static void decide(board *b)
{
    int reporter = FIRST;

    if (patience() > 0) {
        await_answer(b, SECOND);
        reporter = chosen(b);
    }
    if (!claim(b, reporter) || reporter != FIRST)
        give_way();
}

/* In tests another engine may have the head start. */
static void await_its_turn(const board *b)
{
    double wide = wide_processes() ? setting("HEDDLE_WIDE", WIDE_AT) : 0;
    double before = wide < 0 ? -wide : -head_start();
    int other = wide < 0 ? WIDE : SECOND;

    for (double until = clock_seconds() + before; clock_seconds() < until && !interrupted;) {
        if (b->reporter != NOBODY || !still_runs(other))
            return;
        rest();
    }
}

static void search_first(session *c, void (*search)(session *c), board *b)
{
    self = FIRST;
    c->o.engine = ENGINE_DFS;
    await_its_turn(b);
    search(c);
    answer_with(b, c);
    await_others(c, b);
    c->share = b->share;
    decide(b);
    compare_answers(c, b);
    end_children(NOBODY);
}

/* The handler is to know the process. */
static pid_t fork_known(int who)
{
    sigset_t one;
    pid_t child;

    sigemptyset(&one);
    sigaddset(&one, SIGUSR1);
    sigprocmask(SIG_BLOCK, &one, NULL);
    child = children[who] = fork();
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    return child;
}

/* Where both engines are compared nobody else is to report. */
static bool scouts(void)
{
    return processors > 1 && patience() == 0;
}

static void search_together(session *c, void (*search)(session *c), board *b)
{
    pid_t first = getpid();

    c->found = claim_error;
    c->o.jobs = 1;
    if (wide_processes())
        c->o.max.memory /= 2;
    if (fork_known(SECOND) == 0)
        search_second(c, search, first, b);
    else if (scouts() && fork_known(SCOUT) == 0)
        search_scout(c, search, first, b);
    else if (wide_processes() && fork_known(WIDE) == 0)
        search_wide(c, search, first, b);
    else
        search_first(c, search, b);
}

void portfolio(session *c, void (*search)(session *c))
{
    struct sigaction yields = {.sa_handler = yield_to_reporter};
    board *b = mmap(NULL, sizeof *b, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    shared = b;
    processors = count_processors(&c->o);
    fflush(NULL);
    sigaction(SIGUSR1, &yields, NULL);
    if (b == MAP_FAILED) {
        c->o.engine = ENGINE_DFS;
        search(c);
        return;
    }
    search_together(c, search, b);
    munmap(b, sizeof *b);
}

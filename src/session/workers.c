/* Several workers for `--search random` and `pct`.
 *
 * Runs by chance know nothing of each other, so each worker takes its share with a seed of its own,
 * on a processor of its own, in a process that leaves its result in shared memory.  The failure
 * that counts is that of the worker that ended first with one; the others are interrupted.  How
 * many runs differ is known within each worker only: the figure is the largest of them. */
#define _GNU_SOURCE
#include "session/workers.h"

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_STEPS 200000u
#define SEEDS      1000003u /* between the seeds of two workers */
#define WORDS      256

/* What a worker leaves. */
typedef struct share {
    bool done, failed;
    result r;
    char file[WORDS], message[WORDS];
    u32 steps;
    step_taken step[MOST_STEPS];
} share;

static void stay_on(u32 which)
{
    cpu_set_t all, one;
    u32 seen = 0, n;

    if (sched_getaffinity(0, sizeof all, &all) != 0)
        return;
    n = (u32)CPU_COUNT(&all);
    CPU_ZERO(&one);
    for (u32 i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &all) && seen++ == which % n)
            CPU_SET(i, &one);
    sched_setaffinity(0, sizeof one, &one);
}

static void leave_result(const result *r, share *s)
{
    s->r = *r;
    s->failed = r->failed && r->steps.n <= MOST_STEPS;
    if (s->failed) {
        snprintf(s->file, WORDS, "%s", r->error.file ? r->error.file : "");
        snprintf(s->message, WORDS, "%s", r->error.message ? r->error.message : "");
        s->steps = r->steps.n;
        memcpy(s->step, r->steps.at, r->steps.n * sizeof *s->step);
    }
    s->done = true;
}

static _Noreturn void work(session *c, u32 which, u32 workers, share *s,
                           sys *(*start)(const session *c))
{
    stateless_options how;
    search_options o;
    sys *system;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    stay_on(which);
    c->o.stateless.seed += (u64)which * SEEDS;
    c->o.stateless.runs = c->o.stateless.runs / workers + (which < c->o.stateless.runs % workers);
    c->o.progress = false;
    system = start(c);
    o = session_settings(c);
    how = check_stateless_settings(c);
    if (c->o.stateless.runs)
        search_stateless(system, &o, &how, &c->r);
    leave_result(&c->r, s);
    search_close(system, &c->r);
    _exit(0);
}

static void take_failure(result *r, const share *s)
{
    failure f = s->r.error;

    f.file = s->file;
    f.message = s->message;
    r->failed = true;
    r->verdict = VERDICT_FAILED;
    for (u32 i = 0; i < s->steps; i++)
        vec_push(&r->steps, s->step[i]);
    result_error(r, &f);
}

static void join(session *c, u32 workers, const share *all, const share *first)
{
    result *r = &c->r;
    u64 bytes = 0;

    r->verdict = VERDICT_UNKNOWN;
    for (u32 i = 0; i < workers; i++) {
        if (!all[i].done)
            fail(EXIT_UNKNOWN, "heddle: a process of the search ended before its runs did");
        result_add(r, &all[i].r);
        bytes += all[i].r.peak_bytes;
        if (!*r->reason || all[i].r.runs < c->o.stateless.runs / workers)
            memcpy(r->reason, all[i].r.reason, sizeof r->reason);
    }
    r->peak_bytes = bytes;
    if (first)
        take_failure(r, first);
    if (!r->failed && r->runs == c->o.stateless.runs)
        result_say_covered(r);
}

static void end_others(const pid_t *pids, u32 workers)
{
    for (u32 i = 0; i < workers; i++)
        if (pids[i] > 0)
            kill(pids[i], SIGINT);
}

/* Who failed first; NULL: nobody. */
static const share *await_all(pid_t *pids, u32 workers, const share *all)
{
    const share *first = NULL;

    for (u32 left = workers; left;) {
        pid_t p = waitpid(-1, NULL, 0);

        if (p < 0 && errno != EINTR)
            break;
        for (u32 i = 0; i < workers && p > 0; i++) {
            if (pids[i] != p)
                continue;
            left--;
            pids[i] = 0;
            if (!all[i].failed || first)
                continue;
            first = &all[i];
            end_others(pids, workers);
        }
    }
    return first;
}

void workers_search(session *c, u32 workers, sys *(*start)(const session *c))
{
    size_t bytes = workers * sizeof(share);
    share *all = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    pid_t *pids = mem_alloc(workers * sizeof *pids);

    if (all == MAP_FAILED)
        fail(EXIT_UNKNOWN, "heddle: no memory for %u processes", workers);
    fflush(stdout);
    for (u32 i = 0; i < workers; i++) {
        pids[i] = fork();
        if (pids[i] == 0)
            work(c, i, workers, &all[i], start);
    }
    join(c, workers, all, await_all(pids, workers, all));
    munmap(all, bytes);
    mem_free(pids);
}

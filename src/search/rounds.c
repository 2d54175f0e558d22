/* Processes that search together.
 *
 * What they share is reserved before the fork and lies at the same addresses in all of them.  A
 * process that finds an error, or cannot go on, says so, and all leave; the first one has the last
 * word.  One that ends without a word makes the verdict UNKNOWN. */
#define _GNU_SOURCE
#include "search/rounds.h"

#include "base/halt.h"
#include "base/process.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* For the first process, while it waits. */
static rounds *watched;

/* A process of its own. */
typedef struct worker {
    rounds *d;
    explorer *x;
} worker;

void rounds_stop(rounds *d)
{
    d->stop = 1;
    __atomic_store_n(&d->all.halt, 1, __ATOMIC_RELAXED);
}

bool rounds_meet(rounds *d, void (*turn)(void *with), void *with)
{
    u32 round = d->round;

    if (atomic_fetch_add(&d->met, 1) + 1 == d->processes) {
        if (!d->stop)
            turn(with);
        d->met = 0;
        d->round = round + 1;
    }
    for (u32 times = 0; d->round == round && !d->stop; times++)
        shared_rest(times);
    return !d->stop;
}

void rounds_note(rounds *d, const explorer *x, u32 place)
{
    u32 nobody = 0;

    if (x->r->failed)
        atomic_compare_exchange_strong(&d->failed, &nobody, place + 1);
    rounds_stop(d);
}

static bool lost_one(void)
{
    for (u32 i = 1; i < watched->processes; i++) {
        rounds_part *p = &watched->parts[i];

        if (p->pid > 0 && waitpid(p->pid, NULL, WNOHANG) == p->pid && !p->told) {
            rounds_stop(watched);
            return true;
        }
    }
    return false;
}

static void leave_outcomes(const explorer *x, int file)
{
    FILE *f = fdopen(dup(file), "w");

    for (u32 i = 0; f && i < x->outcomes.n; i++)
        fprintf(f, "%s\n", x->outcomes.at[i]);
    if (f)
        fclose(f);
}

/* What this process, which is not the first, has to tell. */
static void leave_part(rounds *d, const explorer *x)
{
    rounds_part *p = &d->parts[shared_self()];

    p->r = *x->r;
    p->stopped = x->stopped;
    p->depth_cut = x->depth_cut;
    p->omitted = x->lossy.omitted;
    memcpy(p->cut, x->cut, sizeof p->cut);
    leave_outcomes(x, p->outcomes);
    p->told = true;
}

static void halted(halt_point *p, const char *why)
{
    worker *w = p->with;

    w->x->stopped = true;
    w->x->r->failed = false;
    snprintf(w->x->r->reason, sizeof w->x->r->reason, "%s", why);
    rounds_stop(w->d);
    leave_part(w->d, w->x);
    _exit(0);
}

static _Noreturn void become(worker *w, u32 self, pid_t first, rounds_work *work, void *with)
{
    const search_options *o = w->x->o;
    result mine = {0};
    halt_point p = {.to = halted,
                    .with = w,
                    .interrupted = o->interrupted,
                    .since = w->x->start,
                    .seconds = o->max.seconds};

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != first)
        _exit(0);
    shared_become(self);
    shared_watch(NULL);
    w->x->r = &mine;
    w->x->part = true;
    w->x->progress.on = false;
    halt_begin(&p);
    work(with);
    leave_part(w->d, w->x);
    _exit(0);
}

void rounds_start(rounds *d, explorer *x, rounds_work *work, void *with)
{
    worker w = {d, x};
    pid_t first = getpid();

    watched = d;
    shared_watch(lost_one);
    fflush(NULL);
    for (u32 i = 1; i < d->processes; i++) {
        rounds_part *p = &d->parts[i];
        pid_t child;

        p->outcomes = memfd_create("outcomes", 0);
        child = fork();
        if (child == 0)
            become(&w, i, first, work, with);
        p->pid = child;
        if (child < 0)
            rounds_stop(d); /* none waits for it */
    }
}

static void read_outcomes(explorer *x, int file)
{
    FILE *f = fdopen(file, "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t n;

    if (f)
        rewind(f);
    while (f && (n = getline(&line, &room, f)) > 0) {
        line[n - 1] = 0;
        explore_outcome(x, line);
    }
    free(line);
    if (f)
        fclose(f);
}

static void add_part(rounds *d, explorer *x, rounds_part *p)
{
    if (!p->told && !d->failed) {
        explore_stop(x, "a process of the search ended before its time");
        return;
    }
    result_add(x->r, &p->r);
    x->depth_cut |= p->depth_cut;
    x->lossy.omitted += p->omitted;
    if (!x->cut[0])
        memcpy(x->cut, p->cut, sizeof x->cut);
    if (p->stopped && !p->r.failed && !d->failed &&
        strcmp(p->r.reason, "ended by another process") != 0)
        explore_stop(x, "%s", p->r.reason);
    read_outcomes(x, p->outcomes);
}

/* Whether this process was only ended by another one's reason. */
static void forget_stop(explorer *x)
{
    if (x->stopped && !x->r->failed && strcmp(x->r->reason, "ended by another process") == 0) {
        x->stopped = false;
        x->r->reason[0] = 0;
    }
}

void rounds_gather(rounds *d, explorer *x)
{
    shared_watch(NULL);
    forget_stop(x);
    for (u32 i = 1; i < d->processes; i++) {
        rounds_part *p = &d->parts[i];

        if (p->pid > 0)
            process_await(p->pid);
        add_part(d, x, p);
    }
    x->r->forked = d->processes - 1;
}

/* Trace simplification (after Jalbert, Sen 2010, but by search): a run is easy to follow where few
 * threads are interrupted in the middle of what they do.  So, when a counterexample is there and
 * short (search/shorten.c), the same error is looked for with no preemption at all, then with one,
 * and so on below what it has: breadth first, each time in the system in which threads are
 * preempted only so often (wrap/context.h).  The first bound within which the error is met is the
 * least, and the run has the fewest steps of those within it.
 *
 * Two limits keep this from costing more than it gives.  The searches together have two seconds.
 * And a run that is more than twice as long is not easier to follow: deeper states are not looked
 * at, in which case nothing is proved.  Errors of runs that never end are left as they are: whether
 * nothing can change any more is no question to a system that holds moves back. */
#include "session/simplify.h"
#include "wrap/context.h"

#include <string.h>

#define SECONDS 2.0
enum { STATES = 100000, TIMES_LONGER = 2, STEPS_LONGER = 10, OTHER_ERRORS = 4 };

typedef struct look {
    const simplify_in *in;
    result *r;
    double deadline;
    bool found, ended; /* ended: there is no such run within the bound */
} look;

static bool same_error(const failure *a, const failure *b)
{
    return a->kind == b->kind && a->line == b->line && strcmp(a->file, b->file) == 0;
}

static search_options settings(const look *l, u32 errors)
{
    search_options o = {.max = l->in->o->max,
                        .rank = RANK_LEAST,
                        .since = clock_seconds(),
                        .allow_deadlock = l->in->o->allow_deadlock,
                        .end_counts = l->in->o->end_counts,
                        .allow_hang = true,
                        .interrupted = l->in->o->interrupted,
                        .errors = errors};

    o.max.states = STATES;
    o.max.depth = TIMES_LONGER * l->r->steps.n + STEPS_LONGER;
    o.max.seconds = l->deadline - o.since;
    return o;
}

static void keep(look *l, const failure *error, const step_list *steps)
{
    result *r = l->r;

    r->shortest &= steps->n == r->steps.n;
    vec_clear(&r->steps);
    for (u32 i = 0; i < steps->n; i++)
        vec_push(&r->steps, steps->at[i]);
    result_error(r, error);
    l->found = true;
}

/* Of the errors that were met the one that is wanted. */
static void pick(look *l, const result *met)
{
    if (!met->failed)
        return;
    if (same_error(&met->error, &l->r->error)) {
        keep(l, &met->error, &met->steps);
        return;
    }
    for (u32 i = 0; i < met->others.n && !l->found; i++)
        if (same_error(&met->others.at[i].error, &l->r->error))
            keep(l, &met->others.at[i].error, &met->others.at[i].steps);
}

/* True: only other errors were met, and there may be more. */
static bool look_within(look *l, u32 bound, u32 errors)
{
    search_options o = settings(l, errors);
    sys *s = context_open(l->in->open(l->in->with), bound);
    result met = {0};
    bool others;

    search_bfs(s, &o, &met);
    pick(l, &met);
    l->ended = met.verdict == VERDICT_VERIFIED;
    others = met.failed && !l->found;
    if (met.peak_bytes > l->r->peak_bytes)
        l->r->peak_bytes = met.peak_bytes;
    search_close(s, &met);
    result_free(&met);
    return others;
}

/* Whether it is proved that nothing is left below the run that was kept. */
static bool look_below(look *l, u32 preemptions)
{
    bool proved = true;

    for (u32 bound = 0; bound < preemptions && !l->found; bound++) {
        if (clock_seconds() >= l->deadline)
            return false;
        if (look_within(l, bound, 1))
            look_within(l, bound, OTHER_ERRORS);
        proved &= l->found || l->ended;
    }
    return proved;
}

void simplify_trace(const simplify_in *in, sys *s, result *r, trace *t)
{
    look l = {.in = in, .r = r, .deadline = clock_seconds() + SECONDS};

    if (error_lasts(r->error.kind))
        return;
    t->calmest = look_below(&l, r->preemptions);
    if (!l.found)
        return;
    for (u32 i = 0; i < t->moves.n; i++)
        mem_free(t->moves.at[i].thread);
    vec_clear(&t->moves);
    search_trace(s, r, t);
}

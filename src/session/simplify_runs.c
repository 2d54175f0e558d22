/* Of a program that runs no state can be come back to, so that no other search can look for a run
 * with fewer preemptions.  What can be done is to run it again in another order: where a thread
 * goes on in two stretches, the second is moved to the first, or the first to the second.  A run is
 * kept if it came to the same error, by kind and place, with fewer preemptions, or with as many and
 * fewer switches.  search/shorten.c does this to runs of the machine, which always go the same way;
 * here a run that goes another way is not taken. */
#include "session/simplify.h"

#include <string.h>

#define SECONDS 0.5

typedef VEC(trace_move) run_moves; /* the names belong to the trace */

typedef struct simplifier {
    sys *s;
    const failure *want;
    double deadline;
    births births;
    move_list moves;
    taken taken;
    run_moves best, trial;
    step_list steps; /* of the last run, by slot */
    u32 preemptions, switches;
} simplifier;

static bool goes_on(const simplifier *c, u16 slot)
{
    for (u32 i = 0; i < c->moves.n; i++)
        if (c->moves.at[i].thread == slot &&
            (c->moves.at[i].flags & (MOVE_ENABLED | MOVE_WEAK)) == MOVE_ENABLED)
            return true;
    return false;
}

static void begin(simplifier *c)
{
    sys_reset(c->s);
    births_free(&c->births);
    births_init(&c->births);
    vec_clear(&c->steps);
    c->preemptions = c->switches = 0;
}

/* Takes the step; false: it is not possible. */
static bool step(simplifier *c, const trace_move *m)
{
    int slot = births_slot(&c->births, m->thread);
    u16 last = c->steps.n ? vec_last(&c->steps).thread : 0;

    sys_moves(c->s, &c->moves);
    if (!moves_offer(&c->moves, slot, m->kind, m->choice))
        return false;
    if (c->steps.n && last != slot) {
        c->switches++;
        c->preemptions += goes_on(c, last);
    }
    sys_step(c->s, (u16)slot, m->kind, m->choice, &c->taken);
    births_after(&c->births, (u16)slot, &c->taken);
    vec_push(&c->steps, ((step_taken){(u16)slot, (u8)m->kind, m->choice, 0}));
    if (c->taken.outcome == OUT_RAN)
        sys_save(c->s);
    return true;
}

static bool is_wanted(const simplifier *c, const failure *f)
{
    return f->kind == c->want->kind && f->line == c->want->line &&
           strcmp(f->file ? f->file : "", c->want->file) == 0;
}

/* Whether the run has these steps, all of them, and comes to the error with the last. */
static bool fails_alike(simplifier *c, const run_moves *run)
{
    failure f = {0};

    begin(c);
    for (u32 i = 0; i < run->n; i++)
        if (!step(c, &run->at[i]) || (c->taken.outcome != OUT_RAN && i + 1 < run->n))
            return false;
    if (c->taken.outcome == OUT_ERROR)
        return is_wanted(c, &c->taken.error);
    return c->taken.outcome == OUT_RAN && sys_fails(c->s, false, &f) && is_wanted(c, &f);
}

/* The best run with its moves [from, to) before the one at `before`. */
static void rearrange(simplifier *c, u32 from, u32 to, u32 before)
{
    vec_clear(&c->trial);
    for (u32 i = 0; i <= c->best.n; i++) {
        for (u32 k = from; i == before && k < to; k++)
            vec_push(&c->trial, c->best.at[k]);
        if (i < c->best.n && (i < from || i >= to))
            vec_push(&c->trial, c->best.at[i]);
    }
}

static bool keep_if_fewer(simplifier *c, u32 *preemptions, u32 *switches)
{
    run_moves kept = c->best;

    if (!fails_alike(c, &c->trial) || c->preemptions > *preemptions ||
        (c->preemptions == *preemptions && c->switches >= *switches))
        return false;
    *preemptions = c->preemptions;
    *switches = c->switches;
    c->best = c->trial;
    c->trial = kept;
    return true;
}

static bool same_thread(const simplifier *c, u32 a, u32 b)
{
    return strcmp(c->best.at[a].thread, c->best.at[b].thread) == 0;
}

static u32 stretch_end(const simplifier *c, u32 from)
{
    u32 i = from;

    while (i < c->best.n && same_thread(c, from, i))
        i++;
    return i;
}

/* Joins the stretch that begins at `from` with the next one of its thread. */
static bool join(simplifier *c, u32 from, u32 *preemptions, u32 *switches)
{
    u32 end = stretch_end(c, from), next = end;

    while (next < c->best.n && !same_thread(c, from, next))
        next++;
    if (next == c->best.n)
        return false;
    rearrange(c, next, stretch_end(c, next), end);
    if (keep_if_fewer(c, preemptions, switches))
        return true;
    rearrange(c, from, end, next);
    return keep_if_fewer(c, preemptions, switches);
}

static bool join_any(simplifier *c, u32 *preemptions, u32 *switches)
{
    for (u32 i = 0; i < c->best.n && clock_seconds() < c->deadline; i = stretch_end(c, i))
        if (join(c, i, preemptions, switches))
            return true;
    return false;
}

/* The best run becomes the result's, if it goes so once more. */
static void store(simplifier *c, result *r, trace *t)
{
    if (!fails_alike(c, &c->best))
        return;
    vec_clear(&r->steps);
    for (u32 i = 0; i < c->steps.n; i++)
        vec_push(&r->steps, c->steps.at[i]);
    r->preemptions = c->preemptions;
    for (u32 i = 0; i < t->moves.n; i++)
        t->moves.at[i] = c->best.at[i];
}

void simplify_runs(sys *s, result *r, trace *t)
{
    simplifier c = {.s = s, .want = &r->error, .deadline = clock_seconds() + SECONDS};
    u32 preemptions, switches;

    if (error_lasts(r->error.kind) || !r->preemptions)
        return;
    for (u32 i = 0; i < t->moves.n; i++)
        vec_push(&c.best, t->moves.at[i]);
    if (fails_alike(&c, &c.best)) {
        preemptions = c.preemptions;
        switches = c.switches;
        while (join_any(&c, &preemptions, &switches) && clock_seconds() < c.deadline)
            continue;
        store(&c, r, t);
    }
    births_free(&c.births);
    vec_free(&c.moves);
    taken_free(&c.taken);
    vec_free(&c.best);
    vec_free(&c.trial);
    vec_free(&c.steps);
}

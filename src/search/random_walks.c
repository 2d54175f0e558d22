/* Runs by chance, for programs that are too large to exhaust.
 *
 * random: each step is one of those that are possible, all alike.
 * pct (Burckhardt, Kothari, Musuvathi, Nagarakatte 2010): each thread has a random priority, the
 * highest one that can moves; at so many steps, drawn before the run, the thread that moves falls
 * below all others.  An error that needs d orderings of n steps of k threads is found with a
 * probability of at least 1/(k n^(d-1)) in a run with d - 1 changes.
 *
 * How much was covered: the number of runs that differ in more than the order of independent steps,
 * by a hash over each step and those that happen before it. */
#include "base/hash.h"
#include "base/map.h"
#include "search/stateless.h"

#include <string.h>

#define FIRST_LENGTH 100u /* of a run, as long as none is known */

typedef struct walker {
    stateless *ss;
    rng rng;
    VEC(u64) priorities; /* by thread */
    VEC(u32) changes;    /* at which steps */
    u32 longest;
    VEC(u32) ordinals; /* by step: how many steps of its thread came before, + 1 */
    map kinds;         /* hashes of runs */
} walker;

static u64 draw(walker *w, u64 n)
{
    return rng_next(&w->rng) % n;
}

static void begin_run(walker *w)
{
    vec_clear(&w->priorities);
    vec_clear(&w->changes);
    for (u32 i = 0; i < w->ss->how->changes; i++)
        vec_push(&w->changes, (u32)draw(w, w->longest));
}

static u64 priority(walker *w, u16 thread)
{
    while (w->priorities.n <= thread)
        vec_push(&w->priorities, w->ss->how->changes + draw(w, (u64)1 << 32));
    return w->priorities.at[thread];
}

static const way *highest(walker *w)
{
    run_node *n = top_node(w->ss);
    const way *best = &n->ways.at[0];

    for (u32 i = 1; i < n->ways.n; i++)
        if (priority(w, n->ways.at[i].thread) > priority(w, best->thread))
            best = &n->ways.at[i];
    return best;
}

static const way *choose(walker *w)
{
    run_node *n = top_node(w->ss);
    const way *one;

    if (w->ss->how->kind == SEARCH_RANDOM)
        return &n->ways.at[draw(w, n->ways.n)];
    one = highest(w);
    for (u32 i = 0; i < w->changes.n; i++)
        if (w->changes.at[i] == w->ss->depth) {
            priority(w, one->thread);
            w->priorities.at[one->thread] = i;
            w->changes.at[i] = UINT32_MAX;
            return highest(w);
        }
    return one;
}

/* The same for all runs that differ only in the order of independent steps. */
static u64 run_hash(walker *w)
{
    stateless *ss = w->ss;
    u64 sum = 1;

    vec_clear(&w->ordinals);
    for (u32 j = 0; j < ss->depth; j++) {
        const run_node *n = &ss->nodes.at[j];
        u32 previous = ss->summaries.at[j].previous;
        u64 h = hash_mix((u64)n->step->thread << 40 ^ (u64)n->step->kind << 32 ^ n->step->choice);

        vec_push(&w->ordinals, previous ? w->ordinals.at[previous - 1] + 1 : 1);
        for (u32 t = 0; t < n->clock.n; t++)
            if (n->clock.at[t])
                h = hash_mix(h * 31 + ((u64)t << 32 | w->ordinals.at[n->clock.at[t] - 1]));
        sum += h;
    }
    return sum;
}

static void end_run(walker *w)
{
    stateless *ss = w->ss;

    if (ss->depth > w->longest)
        w->longest = ss->depth;
    ss->x.r->runs++;
    map_number(&w->kinds, run_hash(w));
    ss->x.r->kinds = w->kinds.keys.n;
}

static void back_to_start(stateless *ss)
{
    while (ss->depth) {
        run_pop(ss);
        run_unstep(ss);
        act_drop(&ss->acts, top_node(ss)->step);
        top_node(ss)->step = NULL;
    }
    top_node(ss)->over = false;
}

static void one_run(walker *w)
{
    stateless *ss = w->ss;

    begin_run(w);
    while (!stateless_ends(ss) && top_node(ss)->ways.n) {
        way one = *choose(w);

        stateless_take(ss, &one, (u32)draw(w, one.choices), NULL);
        if (ss->x.stopped)
            break;
    }
    if (!ss->x.stopped)
        stateless_over(ss);
    end_run(w);
}

void random_walks(stateless *ss)
{
    walker w = {.ss = ss, .rng = {ss->how->seed}, .longest = FIRST_LENGTH};

    while (ss->x.r->runs < ss->how->runs && !ss->x.stopped) {
        one_run(&w);
        if (!ss->x.r->failed)
            back_to_start(ss);
    }
    if (!ss->x.stopped) {
        memcpy(ss->x.r->cut, ss->x.cut, sizeof ss->x.r->cut);
        result_say_covered(ss->x.r);
        ss->x.stopped = true;
    }
    map_free(&w.kinds);
    vec_free(&w.priorities);
    vec_free(&w.changes);
    vec_free(&w.ordinals);
}

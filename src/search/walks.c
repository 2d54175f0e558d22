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
    stateless *z;
    rng rng;
    VEC(u64) priorities; /* by thread */
    VEC(u32) changes;    /* at which steps */
    u32 longest;
    VEC(u32) ordinals; /* by step: its how-manieth of its thread */
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
    for (u32 i = 0; i < w->z->how->changes; i++)
        vec_push(&w->changes, (u32)draw(w, w->longest));
}

static u64 priority(walker *w, u16 thread)
{
    while (w->priorities.n <= thread)
        vec_push(&w->priorities, w->z->how->changes + draw(w, (u64)1 << 32));
    return w->priorities.at[thread];
}

static const way *highest(walker *w)
{
    node *n = top_node(w->z);
    const way *best = &n->ways.at[0];

    for (u32 i = 1; i < n->ways.n; i++)
        if (priority(w, n->ways.at[i].thread) > priority(w, best->thread))
            best = &n->ways.at[i];
    return best;
}

static const way *choose(walker *w)
{
    node *n = top_node(w->z);
    const way *one;

    if (w->z->how->kind == SEARCH_RANDOM)
        return &n->ways.at[draw(w, n->ways.n)];
    one = highest(w);
    for (u32 i = 0; i < w->changes.n; i++)
        if (w->changes.at[i] == w->z->depth) {
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
    stateless *z = w->z;
    u64 sum = 1;

    vec_clear(&w->ordinals);
    for (u32 j = 0; j < z->depth; j++) {
        const node *n = &z->nodes.at[j];
        u32 previous = z->briefs.at[j].previous;
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
    stateless *z = w->z;

    if (z->depth > w->longest)
        w->longest = z->depth;
    z->x.r->runs++;
    map_number(&w->kinds, run_hash(w));
    z->x.r->kinds = w->kinds.keys.n;
}

static void back_to_start(stateless *z)
{
    while (z->depth) {
        stateless_pop(z);
        stateless_unstep(z);
        act_drop(&z->acts, top_node(z)->step);
        top_node(z)->step = NULL;
    }
    top_node(z)->over = false;
}

static void one_run(walker *w)
{
    stateless *z = w->z;

    begin_run(w);
    while (!stateless_ends(z) && top_node(z)->ways.n) {
        way one = *choose(w);

        stateless_take(z, &one, (u32)draw(w, one.choices), NULL);
        if (z->x.stopped)
            break;
    }
    if (!z->x.stopped)
        stateless_over(z);
    end_run(w);
}

void walk(stateless *z)
{
    walker w = {.z = z, .rng = {z->how->seed}, .longest = FIRST_LENGTH};

    while (z->x.r->runs < z->how->runs && !z->x.stopped) {
        one_run(&w);
        if (!z->x.r->failed)
            back_to_start(z);
    }
    if (!z->x.stopped) {
        memcpy(z->x.r->cut, z->x.cut, sizeof z->x.r->cut);
        result_say_covered(z->x.r);
        z->x.stopped = true;
    }
    map_free(&w.kinds);
    vec_free(&w.priorities);
    vec_free(&w.changes);
    vec_free(&w.ordinals);
}

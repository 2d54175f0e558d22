/* Stateless search: every run from the beginning to its end, depth first, without a set of visited
 * states (Godefroid 1997).  The present run is a stack of nodes; a run that is over is taken back
 * to the last node from which something is left to try, by restoring that state or, on systems that
 * cannot, by a reset and the same steps again.
 *
 * What is tried from a state: all moves (full), those that do not sleep (sleep), of these the ones
 * in a persistent set (persistent+sleep, Godefroid's Algorithm 2), or one, and then what races say
 * (dpor, optimal: races.c).  A thread that was tried from a state sleeps in what follows, until a
 * step depends on what it would do.  The ways of one thread (choices, time-outs) exclude each other
 * and are all tried.
 *
 * What differs from the published searches:
 *   - A run that an assumption drops is not left: that thread stands still and the others go on,
 *     since what they do may race with what it did.  An error that shows then is one of the program
 *     if it does not happen after a dropped step; these are left out of its trace.
 *   - A thread's first step touches nothing of others and is taken at once; it is not counted.
 *   - A thread that comes back to where it was, when all that it changed meanwhile is again as it
 *     was and nobody took notice, spins (spin_loops.c).  If that was a single step it is taken back
 * once its races were seen to, and the thread waits until a step depends on it: as if it were a
 *     guard.  Else the thread stands still for the rest of the run, as after an assumption: the run
 *     without the iteration leads to the same states.
 *   - dpor and optimal let whoever would end the process wait until no other thread can move.  Any
 *     error before the end is also one without it.  Not so where outcomes are collected, or where
 *     the end itself may be an error (its status, what leaks).
 *   - What the last thread joins it joins in one step: nobody sees what is between.
 *   - A spurious wake-up that keeps no state from being a deadlock depends on everything, so that a
 *     state in which nothing else is left is met as such.
 * Invariant: what is not explored because of a limit leaves a mark in the explorer. */
#include "search/stateless.h"
#include "base/mutant.h"
#include "search/guard.h"

#include <assert.h>
#include <stdio.h>

static bool somebody_stuck(const run_node *n)
{
    for (u32 t = 0; t < n->threads.n; t++)
        if (n->threads.at[t] & IS_STUCK)
            return true;
    return n->waits.n != 0;
}

/* Where the search ends with its first error. */
static void keep_path(stateless *ss)
{
    if (ss->x.r->failed)
        run_path(ss, &ss->x.r->steps);
}

static_assert(offsetof(stateless, x) == 0, "the explorer is the first member");

static void steps_to(explorer *x, step_list *out)
{
    run_path((const stateless *)x, out);
}

/* What is left from a node: branches of its tree, and other ways of the thread that moves. */
static u32 left_at(const run_node *n)
{
    u32 ways = 0, branches = 0;

    for (const wake *b = n->tree; b; b = b->next)
        branches++;
    for (u32 i = 0; n->step && i < n->ways.n; i++)
        if (n->ways.at[i].thread == n->step->thread)
            ways += n->ways.at[i].choices;
    return branches + (ways > n->tried.n + 1 ? ways - n->tried.n - 1 : 0);
}

/* An estimate after Knuth (Estimating the efficiency of backtrack programs, 1975), as a share: what
 * is behind a node counts the same in each direction, so that the present run tells how much lies
 * before it.  Directions that races will add later are not known yet. */
static double share_done(const explorer *x)
{
    const stateless *ss = (const stateless *)x;
    double done = 0, part = 1;

    if (ss->pool || ss->how->kind == SEARCH_RANDOM || ss->how->kind == SEARCH_PCT)
        return -1;
    for (u32 i = 0; ss->depth != UINT32_MAX && i < ss->depth; i++) {
        const run_node *n = &ss->nodes.at[i];
        double all = n->explored + left_at(n);

        if (n->explored) {
            done += part * (n->explored - 1) / all;
            part /= all;
        }
    }
    return done;
}

static void fail_state(stateless *ss)
{
    explore_run_over(&ss->x);
    keep_path(ss);
}

/* Nobody goes on, since those who could spin or turn for ever, or would but wake up spuriously. The
 * state is one of the program unless a step to it was dropped. */
static bool hangs(stateless *ss)
{
    if (ss->drops)
        return false;
    run_place(ss, ss->depth);
    explore_hang(&ss->x);
    if (ss->how->replay) /* it may have gone on to find out */
        ss->cursor = NOWHERE;
    keep_path(ss);
    return ss->x.r->failed;
}

static bool only_weak(const run_node *n)
{
    for (u32 i = 0; i < n->ways.n; i++)
        if (!(n->ways.at[i].flags & MOVE_WEAK))
            return false;
    return n->ways.n != 0;
}

/* Is all that could be taken explored from elsewhere, or beyond the bound? */
static bool all_sleep(const stateless *ss, const run_node *n)
{
    for (u32 i = 0; !ss->how->bounded && i < n->ways.n; i++)
        if (!node_sleeps(n, n->ways.at[i].thread))
            return false;
    return true;
}

void stateless_over(stateless *ss)
{
    run_node *n = top_node(ss);
    result *r = ss->x.r;

    n->over = true;
    if (n->cut) {
        ss->x.depth_cut = true;
        r->bounded++;
    } else if (n->ways.n) {
        assert(all_sleep(ss, n));
        r->redundant++;
    } else if (n->strong && hangs(ss)) {
        return;
    } else if (somebody_stuck(n)) {
        r->pruned++;
        r->spun += !ss->drops;
        r->limited += ss->limits != 0;
        r->ended += sys_status(ss->x.s) == ST_DONE;
    } else if (!n->strong) {
        fail_state(ss);
    } else {
        r->endless++;
    }
    if (!r->failed && dynamic(ss))
        races_reverse(ss);
}

bool stateless_ends(stateless *ss)
{
    run_node *n = top_node(ss);
    u64 most = ss->x.o->max.depth;

    if (!n->strong && n->ways.n) /* only weak moves: a deadlock */
        fail_state(ss);
    else if (only_weak(n))
        hangs(ss);
    n->cut = most && ss->depth + n->more >= most && n->ways.n;
    return n->cut || ss->x.stopped;
}

static void go_on(stateless *ss)
{
    bool ends = stateless_ends(ss);

    if (!ss->x.stopped && (ends || !choice_begin(ss)))
        stateless_over(ss);
}

/* The step from the present node is explored, in this way of its thread. */
static bool retire(stateless *ss)
{
    run_node *n = top_node(ss);

    run_unstep(ss);
    vec_push(&n->tried, n->step);
    n->step = NULL;
    if (choice_other_way(ss))
        return true;
    for (u32 i = 0; i < n->tried.n; i++)
        vec_push(&n->sleep, n->tried.at[i]);
    vec_clear(&n->tried);
    return false;
}

/* Back to the last node from which something is left, and a step from there; false: nothing is. */
static bool go_back(stateless *ss)
{
    while (!ss->x.stopped) {
        run_node *n = top_node(ss);

        if (n->step && retire(ss))
            return true;
        if (choice_branch(ss))
            return true;
        if (ss->pool && worker_pool_await(ss))
            continue;
        if (ss->depth == ss->floor)
            return false;
        run_pop(ss);
    }
    return false;
}

static void join_together(stateless *ss, bool on)
{
    sys *s = ss->x.s;

    if (s->ops->join_together)
        s->ops->join_together(s, on);
}

static void open_search(stateless *ss, sys *s, const search_options *o, result *r)
{
    explore_begin(&ss->x, s, o, r);
    ss->depth = UINT32_MAX;
    ss->puts_off = dynamic(ss) && !o->outcomes && (!o->end_counts || MUTANT(END_COUNTS));
    join_together(ss, dynamic(ss) && !ss->how->bounded);
    run_push(ss);
    ss->cursor = 0;
    top_node(ss)->key = run_saving(ss) ? sys_save(s) : 0;
    run_arrive(ss);
}

/* The step from the present node, if there is one, is forgotten with the search. */
static void drop_step(stateless *ss)
{
    run_node *n = top_node(ss);

    if (n->step)
        act_drop(&ss->acts, n->step);
    n->step = NULL;
    n->dropped = false;
}

static void close_search(stateless *ss)
{
    join_together(ss, false);
    for (; ss->depth != UINT32_MAX; run_pop(ss))
        drop_step(ss);
    run_free(ss);
    vec_free(&ss->last);
    vec_free(&ss->now);
    vec_free(&ss->cover);
    vec_free(&ss->sequence);
    vec_free(&ss->path);
    vec_free(&ss->there);
    taken_free(&ss->tried);
    for (u32 i = 0; i < ss->asked.n; i++)
        vec_free(&ss->asked.at[i]);
    vec_free(&ss->asked);
    spin_loops_free(ss);
    act_pool_free(&ss->acts);
    wake_pool_free(&ss->wakes);
    explore_close(&ss->x);
}

/* Spurious wake-ups may be explored from a node before whoever could go on there is found to spin:
 * only then is it known that nobody else will. */
static void ask_again(stateless *ss, run_node *n)
{
    n->fewer = false;
    if (only_weak(n))
        hangs(ss);
}

static void explore(stateless *ss)
{
    while (!ss->x.stopped) {
        run_node *n = top_node(ss);

        if (n->fewer) {
            ask_again(ss, n);
            continue;
        }
        if (!n->explored && !n->over) {
            go_on(ss);
            continue;
        }
        if (ss->pool)
            worker_pool_look(ss);
        if (!go_back(ss))
            break;
    }
}

static void explore_together(stateless *ss)
{
    ss->pool = ss->how->pool;
    worker_pool_begin(ss);
    explore(ss);
    worker_pool_end(ss);
}

/* A search that met no end has shown nothing; nor has one in which a thread spins in every run, if
 * it is not known whether somebody waits for ever then. */
static void judge_empty(result *r)
{
    bool spins = r->pruned && r->pruned == r->spun;

    if (r->verdict != VERDICT_VERIFIED || result_complete(r))
        return;
    if (r->pruned && !(spins && r->hangs_unsure && !MUTANT(NATIVE_EMPTY)))
        return;
    r->verdict = VERDICT_UNKNOWN;
    snprintf(r->reason, sizeof r->reason, "%s",
             spins ? "in every run a thread spins, and whether others wait for ever is not known"
                   : "no run was followed to an end");
}

static void search(sys *s, const search_options *given, result *r, void *with)
{
    const stateless_options *how = with;
    search_options o = *given;
    stateless ss = {.x.steps_to = steps_to, .x.done = share_done, .how = how};

    o.since = o.since > 0 ? o.since : clock_seconds();
    open_search(&ss, s, &o, r);
    if (sys_status(s) != ST_RUNNING)
        explore_run_over(&ss.x);
    else if (how->kind == SEARCH_RANDOM || how->kind == SEARCH_PCT)
        random_walks(&ss);
    else if (how->pool)
        explore_together(&ss);
    else
        explore(&ss);
    if (!ss.x.stopped && o.share)
        *o.share = 0; /* nothing is left */
    close_search(&ss);
    judge_empty(r);
}

void search_stateless(sys *s, const search_options *o, const stateless_options *how, result *r)
{
    search_guarded(s, o, r, search, (void *)(uintptr_t)how);
}

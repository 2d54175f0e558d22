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
#include "base/hash.h"
#include "base/mutant.h"
#include "search/guard.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define MOST_SAVED   ((u64)256 << 20)
#define SAVE_EVERY   8u   /* steps */
#define HASHED_WORDS 16u  /* words that tell most of a thread's states apart */
#define MOST_ALONE   200u /* steps of one thread while others could move */
#define MOST_PATIENT 500u /* steps of others until a thread joins one that is over */

static run_node *push(stateless *ss)
{
    run_node *n;

    ss->depth++;
    if (ss->depth == ss->nodes.n)
        vec_push(&ss->nodes, (run_node){0});
    while (ss->summaries.n <= ss->depth)
        vec_push(&ss->summaries, (step_summary){0});
    ss->summaries.at[ss->depth].own = 0;
    ss->summaries.at[ss->depth].seen[0] = ss->summaries.at[ss->depth].seen[1] = ~(u64)0;
    n = top_node(ss);
    assert(!n->step && !n->tree && !n->sleep.n && !n->tried.n && !n->waits.n);
    n->key = 0;
    n->mover = NO_THREAD;
    n->alone = n->explored = n->preemptions = n->doubted = n->at_way = n->at_choice = n->more = 0;
    n->over = n->strong = n->dropped = n->limited = n->cut = false;
    vec_clear(&n->threads);
    vec_clear(&n->ways);
    vec_clear(&n->clock);
    vec_clear(&n->blocked);
    vec_clear(&n->races);
    vec_clear(&n->own);
    return n;
}

void stateless_pop(stateless *ss)
{
    run_node *n = top_node(ss);

    assert(!n->step && !n->dropped);
    act_list_clear(&ss->acts, &n->sleep);
    act_list_clear(&ss->acts, &n->tried);
    act_list_clear(&ss->acts, &n->waits);
    wake_clear(&ss->wakes, &ss->acts, &n->tree);
    ss->depth--;
    ss->cursor = NOWHERE;
    if (ss->examined > ss->depth)
        ss->examined = ss->depth;
}

void stateless_unstep(stateless *ss)
{
    run_node *n = top_node(ss);

    assert(ss->last.at[n->step->thread] == ss->depth + 1);
    assert(ss->drops >= n->dropped && ss->limits >= n->limited && n->dropped >= n->limited);
    ss->last.at[n->step->thread] = ss->summaries.at[ss->depth].previous;
    ss->drops -= n->dropped;
    ss->limits -= n->limited;
    n->dropped = n->limited = false;
}

static bool is_waiting(const run_node *n, u16 thread)
{
    for (u32 i = 0; i < n->waits.n; i++)
        if (n->waits.at[i]->thread == thread)
            return true;
    return false;
}

/* The acts of threads none of which depends on the step. */
static void inherit(const act_list *from, const act *step, act_list *to)
{
    for (u32 i = 0, k; i < from->n; i = k) {
        bool stays = true;

        for (k = i; k < from->n && from->at[k]->thread == from->at[i]->thread; k++) {
            assert(!from->at[k]->blocked); /* it was taken */
            stays = stays && !acts_depend(from->at[k], step);
        }
        for (u32 j = i; stays && j < k; j++)
            vec_push(to, act_hold(from->at[j]));
    }
}

static void mark(run_node *n, u16 thread, u8 flags)
{
    while (n->threads.n <= thread)
        vec_push(&n->threads, 0);
    n->threads.at[thread] |= flags;
}

static void admit(run_node *n, const move *m)
{
    mark(n, m->thread, IS_THERE);
    n->strong |= explore_strong(m);
    if (!(m->flags & MOVE_ENABLED) && !(n->threads.at[m->thread] & IS_STUCK))
        vec_push(&n->blocked, *m);
    if (!(m->flags & MOVE_ENABLED) || m->flags & MOVE_ENDLESS ||
        n->threads.at[m->thread] & IS_STUCK || is_waiting(n, m->thread))
        return;
    bool joins = m->kind == MOVE_RUN && m->next.kind == EV_JOIN && m->next.flags & EVF_GUARD;

    u16 flags = (u16)(m->flags | (joins ? WAY_JOINS : 0));

    vec_push(&n->ways, (way){m->thread, flags, m->choices, m->kind});
    mark(n, m->thread, CAN_MOVE);
}

/* Whoever would end the process waits, if there is another. */
static void put_off(stateless *ss, run_node *n)
{
    u32 kept = 0;

    for (u32 i = 0; i < ss->x.moves.n; i++)
        if (ss->x.moves.at[i].next.kind == EV_EXIT && can_move(n, ss->x.moves.at[i].thread))
            mark(n, ss->x.moves.at[i].thread, PUT_OFF);
    for (u32 i = 0; i < n->ways.n; i++)
        kept += !(n->threads.at[n->ways.at[i].thread] & PUT_OFF);
    if (!kept || kept == n->ways.n)
        return;
    kept = 0;
    for (u32 i = 0; i < n->ways.n; i++) {
        u16 t = n->ways.at[i].thread;

        if (n->threads.at[t] & PUT_OFF)
            n->threads.at[t] &= (u8)~CAN_MOVE;
        else
            n->ways.at[kept++] = n->ways.at[i];
    }
    n->ways.n = kept;
}

/* The system is in the state of the present node, for the first time. */
static void arrive(stateless *ss)
{
    run_node *n = top_node(ss);

    sys_moves(ss->x.s, &ss->x.moves);
    for (u32 i = 0; i < ss->x.moves.n; i++)
        admit(n, &ss->x.moves.at[i]);
    if (ss->puts_off)
        put_off(ss, n);
    if (ss->depth + n->more > ss->x.r->depth)
        ss->x.r->depth = ss->depth + n->more;
}

/* A saved state costs more than some steps that are taken again.  Keys stay on the stack only, but
 * what they stand for is kept by the system: past so much of that nothing more is saved. */
static bool saving(const stateless *ss)
{
    return ss->depth % SAVE_EVERY == 0 && !ss->how->replay && !ss->drops &&
           sys_memory(ss->x.s) < MOST_SAVED;
}

void stateless_place(stateless *ss, u32 at)
{
    u32 from = at;

    assert(at <= ss->depth);
    if (ss->cursor == at)
        return;
    while (from && !ss->nodes.at[from].key && ss->cursor != from)
        from--;
    if (ss->cursor != from && ss->nodes.at[from].key)
        sys_restore(ss->x.s, ss->nodes.at[from].key);
    else if (ss->cursor != from)
        sys_reset(ss->x.s);
    for (; from < at; from++) {
        const act *a = ss->nodes.at[from].step;

        sys_step(ss->x.s, a->thread, a->kind, a->choice, &ss->x.taken);
    }
    ss->cursor = at;
}

static const way *find_way(const run_node *n, u16 thread, u8 kind, u32 choice)
{
    const way *any = NULL;

    for (u32 i = 0; i < n->ways.n; i++) {
        const way *w = &n->ways.at[i];

        if (w->thread != thread)
            continue;
        if (w->kind == kind && choice < w->choices)
            return w;
        any = any ? any : w;
    }
    return any;
}

/* The steps that led to the failure of the last one: those that happen before it. */
static void keep_path(stateless *ss)
{
    result *r = ss->x.r;
    bool all = !ss->drops;

    for (u32 j = 0; j < ss->depth; j++) {
        const act *a = ss->nodes.at[j].step;

        if (all || j + 1 == ss->depth || happens_before(ss, j, ss->depth - 1))
            for (u32 i = 0; i < ss->nodes.at[j].steps; i++)
                vec_push(&r->steps, (step_taken){a->thread, a->kind, a->choice});
    }
}

/* Does the last step happen after one that dropped the run? */
static bool unreal(const stateless *ss)
{
    for (u32 j = 0; ss->drops && j + 1 < ss->depth; j++)
        if (ss->nodes.at[j].dropped && happens_before(ss, j, ss->depth - 1))
            return true;
    return false;
}

static void fail_step(stateless *ss)
{
    explore_fail(&ss->x, &ss->x.taken.error);
    if (ss->x.r->failed)
        keep_path(ss);
}

static u32 ways_of(const run_node *n, u16 thread)
{
    u32 count = 0;

    for (u32 i = 0; i < n->ways.n; i++)
        count += n->ways.at[i].thread == thread ? n->ways.at[i].choices : 0;
    return count;
}

static void bar(run_node *n, u16 thread)
{
    u32 kept = 0;

    for (u32 i = 0; i < n->ways.n; i++)
        if (n->ways.at[i].thread != thread)
            n->ways.at[kept++] = n->ways.at[i];
    n->ways.n = kept;
    n->threads.at[thread] &= (u8)~CAN_MOVE;
}

/* Takes back a step that was a whole iteration of a spin loop: its thread waits. */
static void take_back(stateless *ss)
{
    wake *rest = top_node(ss)->tree; /* what is to follow is to follow without it */
    bool here;
    run_node *n;

    if (dynamic(ss)) {
        spin_loop_keep(ss, ss->nodes.at[ss->depth - 1].step);
        races_reverse_from(ss, ss->depth - 1);
    }
    here = ss->cursor == ss->depth;
    top_node(ss)->tree = NULL;
    stateless_pop(ss);
    stateless_unstep(ss);
    n = top_node(ss);
    vec_push(&n->waits, n->step);
    n->step = NULL;
    bar(n, vec_last(&n->waits)->thread);
    wake_prepend(&n->tree, rest);
    n->explored--;
    if (here)
        ss->cursor = ss->depth; /* nothing changed */
}

/* True: the step was taken back. */
static bool spins(stateless *ss, const act *a)
{
    run_node *n = top_node(ss);
    u32 from = NOWHERE;

    if (sys_own(ss->x.s, a->thread, &n->own)) {
        ss->summaries.at[ss->depth].own =
            hash_words(n->own.at, n->own.n < HASHED_WORDS ? n->own.n : HASHED_WORDS) | 1;
        from = spin_loop_begin(ss, a->thread);
    } else {
        vec_clear(&n->own);
    }
    if (from == NOWHERE)
        return false;
    if (UNLIKELY(ss->how->check))
        claim_iteration(ss, from, a->thread);
    if (a->effect == EFFECT_NONE && from + 1 == ss->depth &&
        ways_of(&ss->nodes.at[from], a->thread) == 1) {
        take_back(ss);
        return true;
    }
    mark(n, a->thread, IS_STUCK);
    return false;
}

static act *make_act(stateless *ss, const way *w, u32 choice)
{
    taken *t = &ss->x.taken;

    if (w->flags & MOVE_WEAK)
        vec_push(&t->events, (event){.flags = EVF_OPAQUE, .thread = w->thread});
    return act_make(&ss->acts, w->thread, w->kind, choice, t->events.at, t->events.n);
}

static u32 preemptions_after(const run_node *n, const way *w)
{
    bool switched = n->mover != NO_THREAD && n->mover != w->thread && w->kind != MOVE_START;

    for (u32 i = 0; switched && i < n->ways.n; i++)
        if (n->ways.at[i].thread == n->mover && n->ways.at[i].kind != MOVE_SPURIOUS)
            return n->preemptions + 1;
    return n->preemptions;
}

/* Of those that sleep on: all, if one that was begun before is still explored. */
static u32 count_doubted(const stateless *ss, const run_node *m, const run_node *n)
{
    u32 count = 0;

    if (ss->pool && worker_pool_below(ss, ss->depth - 1))
        return n->sleep.n;
    for (u32 i = 0; i < m->doubted && count < n->sleep.n; i++)
        count += n->sleep.at[count] == m->sleep.at[i];
    return count;
}

/* A node for the state that the step led to. */
static void open_node(stateless *ss, act *a, wake *tree)
{
    run_node *n = push(ss), *m = n - 1;

    n->alone = a->thread == m->mover && m->ways.n > 1 ? m->alone + 1 : 0;
    n->mover = a->kind == MOVE_START ? m->mover : a->thread;
    n->more = m->more + m->steps - 1;
    n->tree = tree;
    for (u32 t = 0; t < m->threads.n; t++)
        vec_push(&n->threads, m->threads.at[t] & IS_STUCK);
    if (ss->how->kind != SEARCH_FULL)
        inherit(&m->sleep, a, &n->sleep);
    n->doubted = count_doubted(ss, m, n);
    assert(n->doubted <= n->sleep.n);
    inherit(&m->waits, a, &n->waits);
}

static void note_step(stateless *ss, const act *a)
{
    step_summary *b = &ss->summaries.at[ss->depth];

    b->span = a->span;
    b->thread = a->thread;
    b->effect = a->effect;
    b->previous = ss->last.at[a->thread];
}

/* The first step that touches other things in other places.  What was left out before, because a
 * step that is none of it covers it, may be needed. */
static void take_care(stateless *ss)
{
    ss->cautious = true;
    ss->again = ss->relied;
    if (ss->again && ss->pool)
        explore_stop(&ss->x, "a step turned out to touch other things in other places, and several "
                             "processes cannot begin anew (without -j they need not)");
}

void stateless_take(stateless *ss, const way *w, u32 choice, wake *tree)
{
    run_node *n = top_node(ss);
    u32 preemptions = preemptions_after(n, w);
    act *a;

    assert(can_move(n, w->thread) && choice < w->choices && !node_sleeps(n, w->thread));
    assert(!n->step && ss->depth >= ss->floor && ss->examined <= ss->depth);
    if (ss->idle)
        die("a process of the search takes a step without a place to work at");
    stateless_place(ss, ss->depth);
    sys_step(ss->x.s, w->thread, w->kind, choice, &ss->x.taken);
    ss->cursor = ss->depth + 1;
    n->steps = ss->x.taken.steps;
    ss->x.r->transitions += w->kind != MOVE_START ? n->steps : 0;
    explore_tick(&ss->x);
    n->explored++;
    a = n->step = make_act(ss, w, choice);
    if (UNLIKELY(ss->how->check) && w->kind == MOVE_START && ss->x.taken.outcome == OUT_RAN)
        claim_start(a);
    if (a->setting == SETTING_HERE && !ss->cautious)
        take_care(ss);
    while (ss->last.n <= a->thread)
        vec_push(&ss->last, 0);
    note_step(ss, a);
    if (dynamic(ss))
        races_reverse_blocked(ss, a);
    if (needs_clocks(ss))
        races_find(ss, a, &n->clock, n);
    while (n->clock.n <= a->thread)
        vec_push(&n->clock, 0);
    n->clock.at[a->thread] = ss->depth + 1;
    ss->last.at[a->thread] = ss->depth + 1;
    open_node(ss, a, tree);
    stateless_place(ss, ss->depth); /* races may have taken steps elsewhere */
    n = top_node(ss);
    n->preemptions = preemptions;
    if (ss->x.taken.outcome == OUT_ERROR && !unreal(ss)) {
        fail_step(ss);
        return;
    }
    if (ss->x.taken.outcome != OUT_RAN) {
        if (ss->x.taken.outcome == OUT_LIMIT)
            explore_cut(&ss->x, ss->x.taken.limit);
        (n - 1)->dropped = true;
        (n - 1)->limited = ss->x.taken.outcome == OUT_LIMIT;
        ss->drops++;
        ss->limits += (n - 1)->limited;
        mark(n, a->thread, IS_STUCK);
        if (!needs_clocks(ss))
            return;
    } else {
        n->key = saving(ss) ? sys_save(ss->x.s) : 0;
        if (spins(ss, a))
            return;
    }
    arrive(ss);
}

/* Not to be taken: it would be a preemption too many. */
static bool beyond(const stateless *ss, const way *w)
{
    const run_node *n = &ss->nodes.at[ss->depth];

    return ss->how->bounded && preemptions_after(n, w) > ss->how->preemptions;
}

/* Takes what is first in the tree and can be taken. */
static bool take_branch(stateless *ss)
{
    run_node *n = top_node(ss);
    u32 depth = ss->depth;
    wake *b;

    while ((b = wake_take(&n->tree))) {
        const way *w = find_way(n, b->thread, b->kind, b->choice);
        bool same = w && w->kind == b->kind && b->choice < w->choices;
        wake *tree = NULL;
        u32 choice = same ? b->choice : 0;

        if (!same) { /* what was put below it or aside does without */
            races_uncover(ss, b->child);
            races_uncover(ss, b->aside);
        }
        if (w && !node_sleeps(n, b->thread)) {
            if (same) {
                tree = b->child;
                b->child = NULL;
            }
            way chosen = *w;

            n->at_way = n->at_choice = 0;
            stateless_take(ss, &chosen, choice, tree);
            n = top_node(ss);
            if (ss->depth == depth && (!MUTANT(RACES_ASIDE) || n->tree || n->explored))
                races_uncover(ss, b->aside); /* it was taken back, and covers nothing */
            wake_free(&ss->wakes, &ss->acts, b);
            return true;
        }
        wake_free(&ss->wakes, &ss->acts, b);
    }
    return false;
}

/* A branch for the same way in the tree hands over what is to follow it. */
static wake *claim(stateless *ss, const way *w, u32 choice)
{
    run_node *n = top_node(ss);

    for (wake **at = &n->tree; *at; at = &(*at)->next) {
        wake *b = *at, *tree;

        if (b->thread != w->thread || b->kind != w->kind || b->choice != choice)
            continue;
        *at = b->next;
        tree = b->child;
        b->child = NULL;
        wake_free(&ss->wakes, &ss->acts, b);
        return tree;
    }
    return NULL;
}

/* The next way of the thread whose step was explored last. */
static bool take_other_way(stateless *ss)
{
    run_node *n = top_node(ss);
    const act *first = n->tried.at[0];

    for (; n->at_way < n->ways.n; n->at_way++, n->at_choice = 0) {
        way w = n->ways.at[n->at_way];

        while (w.thread == first->thread && n->at_choice < w.choices) {
            u32 choice = n->at_choice++;

            if (w.kind == first->kind && choice == first->choice)
                continue;
            stateless_take(ss, &w, choice, claim(ss, &w, choice));
            return true;
        }
    }
    return false;
}

static bool eligible(const stateless *ss, const run_node *n, const way *w, bool later)
{
    if (!later && w->flags & MOVE_LATER)
        return false;
    return ss->how->kind == SEARCH_FULL || !node_sleeps(n, w->thread);
}

static void cut_preemption(stateless *ss)
{
    ss->x.r->bounded++;
    ss->x.r->preemption_cut = true;
    ss->x.preemptions = ss->how->preemptions;
}

/* The first way of each thread that may be tried.  Persistent sets grow from the first threads;
 * with the last one first more of them sleep. */
static bool offer_all(stateless *ss, bool later)
{
    run_node *n = top_node(ss);

    for (u32 i = n->ways.n; i-- > 0;) {
        const way *w = &n->ways.at[i];

        if ((i && w[-1].thread == w->thread) || !eligible(ss, n, w, later))
            continue;
        if (beyond(ss, w))
            cut_preemption(ss);
        else
            wake_thread(&ss->wakes, &n->tree, w->thread, w->kind, 0);
    }
    return n->tree != NULL;
}

static const way *first_step(const run_node *n)
{
    for (u32 i = 0; i < n->ways.n; i++)
        if (n->ways.at[i].kind == MOVE_START && !(n->ways.at[i].flags & MOVE_MET))
            return &n->ways.at[i];
    return NULL;
}

/* The way with the lowest cost is taken first: the thread that moved last goes on if it can, but
 * not for ever; joins come late, so that what is left to join is joined together. */
static u32 cost(const stateless *ss, const run_node *n, const way *w)
{
    u32 alone_too_long = n->alone >= MOST_ALONE && w->thread == n->mover;
    u32 joins = w->flags & WAY_JOINS && ss->depth < MOST_PATIENT;

    return (w->kind == MOVE_SPURIOUS ? 16u : 0u) + (w->flags & MOVE_LOCAL ? 8u : 0u) +
           alone_too_long * 4u + (w->thread != n->mover) * 2u + joins * 3u;
}

static const way *pick(const stateless *ss)
{
    const run_node *n = &ss->nodes.at[ss->depth];
    const way *best = NULL;

    for (u32 i = 0; i < n->ways.n; i++) {
        const way *w = &n->ways.at[i];

        if (!node_sleeps(n, w->thread) && (!best || cost(ss, n, w) < cost(ss, n, best)))
            best = w;
    }
    return best;
}

/* What is tried from a state that was just reached. */
static void offer(stateless *ss)
{
    run_node *n = top_node(ss);
    const way *w = first_step(n);

    if (n->tree || !n->ways.n)
        return;
    if (w && node_sleeps(n, w->thread))
        w = NULL;
    if (!w && dynamic(ss))
        w = pick(ss);
    if (w)
        wake_thread(&ss->wakes, &n->tree, w->thread, w->kind, 0);
    else if (!dynamic(ss) && !offer_all(ss, false))
        offer_all(ss, true);
}

static bool somebody_stuck(const run_node *n)
{
    for (u32 t = 0; t < n->threads.n; t++)
        if (n->threads.at[t] & IS_STUCK)
            return true;
    return n->waits.n != 0;
}

static void fail_state(stateless *ss)
{
    explore_run_over(&ss->x);
    if (ss->x.r->failed)
        keep_path(ss);
}

/* Nobody goes on, since those who could spin or turn for ever, or would but wake up spuriously. The
 * state is one of the program unless a step to it was dropped. */
static bool hangs(stateless *ss)
{
    if (ss->drops)
        return false;
    stateless_place(ss, ss->depth);
    explore_hang(&ss->x);
    if (ss->how->replay) /* it may have gone on to find out */
        ss->cursor = NOWHERE;
    if (ss->x.r->failed)
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

/* A step from the state that was just reached.  What a wake-up sequence asks for may turn out to be
 * impossible here (MAY, in races.c); the run then goes on as it can, since nothing else explores
 * what begins with the steps that led here. */
static bool begin(stateless *ss)
{
    bool asked = top_node(ss)->tree != NULL;

    offer(ss);
    if (take_branch(ss))
        return true;
    if (!asked || MUTANT(RACES_STOP))
        return false;
    offer(ss);
    return take_branch(ss);
}

static void go_on(stateless *ss)
{
    bool ends = stateless_ends(ss);

    if (!ss->x.stopped && (ends || !begin(ss)))
        stateless_over(ss);
}

/* The step from the present node is explored, in this way of its thread. */
static bool retire(stateless *ss)
{
    run_node *n = top_node(ss);

    stateless_unstep(ss);
    vec_push(&n->tried, n->step);
    n->step = NULL;
    if (take_other_way(ss))
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
        if (take_branch(ss))
            return true;
        if (ss->pool && worker_pool_await(ss))
            continue;
        if (ss->depth == ss->floor)
            return false;
        stateless_pop(ss);
    }
    return false;
}

static void join_together(stateless *ss, bool on)
{
    sys *s = ss->x.s;

    if (s->ops->footprint)
        s->ops->footprint->join_together(s, on);
}

static void open_search(stateless *ss, sys *s, const search_options *o, result *r)
{
    explore_begin(&ss->x, s, o, r);
    ss->depth = UINT32_MAX;
    /* Several processes cannot begin anew. */
    ss->cautious |= s->ops->footprint ? s->ops->footprint->varies(s) : ss->how->pool != NULL;
    ss->puts_off = dynamic(ss) && !o->outcomes && (!o->end_counts || MUTANT(END_COUNTS));
    join_together(ss, dynamic(ss) && !ss->how->bounded);
    push(ss);
    ss->cursor = 0;
    top_node(ss)->key = saving(ss) ? sys_save(s) : 0;
    arrive(ss);
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
    for (; ss->depth != UINT32_MAX; stateless_pop(ss))
        drop_step(ss);
    for (u32 i = 0; i < ss->nodes.n; i++) {
        run_node *n = &ss->nodes.at[i];

        vec_free(&n->sleep);
        vec_free(&n->tried);
        vec_free(&n->waits);
        vec_free(&n->threads);
        vec_free(&n->ways);
        vec_free(&n->clock);
        vec_free(&n->blocked);
        vec_free(&n->races);
        vec_free(&n->own);
    }
    vec_free(&ss->nodes);
    vec_free(&ss->last);
    vec_free(&ss->summaries);
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

static void explore(stateless *ss)
{
    while (!ss->x.stopped && !ss->again) {
        run_node *n = top_node(ss);

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

/* True: it has to begin anew, with more caution. */
static bool search_once(sys *s, const search_options *o, const stateless_options *how, result *r,
                        bool cautious)
{
    stateless ss = {.how = how, .cautious = cautious};
    bool again;

    open_search(&ss, s, o, r);
    if (sys_status(s) != ST_RUNNING)
        explore_run_over(&ss.x);
    else if (how->kind == SEARCH_RANDOM || how->kind == SEARCH_PCT)
        random_walks(&ss);
    else if (how->pool)
        explore_together(&ss);
    else
        explore(&ss);
    again = ss.again && !ss.x.stopped;
    if (again)
        explore_part(&ss.x); /* nothing of it counts */
    close_search(&ss);
    return again;
}

static void search(sys *s, const search_options *given, result *r, void *with)
{
    search_options o = *given;

    o.since = o.since > 0 ? o.since : clock_seconds();
    if (search_once(s, &o, with, r, false))
        search_once(s, &o, with, r, true);
    judge_empty(r);
}

void search_stateless(sys *s, const search_options *o, const stateless_options *how, result *r)
{
    search_guarded(s, o, r, search, (void *)(uintptr_t)how);
}

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
 *     was and nobody took notice, spins (rounds.c).  If that was a single step it is taken back
 * once its races were seen to, and the thread waits until a step depends on it: as if it were a
 *     guard.  Else the thread stands still for the rest of the run, as after an assumption: the run
 *     without the round leads to the same states.
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
#define TELLING      16u  /* words that tell most of a thread's states apart */
#define MOST_ALONE   200u /* steps of one thread while others could move */
#define MOST_PATIENT 500u /* steps of others until a thread joins one that is over */

static node *push(stateless *z)
{
    node *n;

    z->depth++;
    if (z->depth == z->nodes.n)
        vec_push(&z->nodes, (node){0});
    while (z->briefs.n <= z->depth)
        vec_push(&z->briefs, (brief){0});
    z->briefs.at[z->depth].own = 0;
    z->briefs.at[z->depth].seen[0] = z->briefs.at[z->depth].seen[1] = ~(u64)0;
    n = top_node(z);
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

void stateless_pop(stateless *z)
{
    node *n = top_node(z);

    assert(!n->step && !n->dropped);
    act_list_clear(&z->acts, &n->sleep);
    act_list_clear(&z->acts, &n->tried);
    act_list_clear(&z->acts, &n->waits);
    wake_clear(&z->wakes, &z->acts, &n->tree);
    z->depth--;
    z->cursor = NOWHERE;
    if (z->examined > z->depth)
        z->examined = z->depth;
}

void stateless_unstep(stateless *z)
{
    node *n = top_node(z);

    assert(z->last.at[n->step->thread] == z->depth + 1);
    assert(z->drops >= n->dropped && z->limits >= n->limited && n->dropped >= n->limited);
    z->last.at[n->step->thread] = z->briefs.at[z->depth].previous;
    z->drops -= n->dropped;
    z->limits -= n->limited;
    n->dropped = n->limited = false;
}

static bool is_waiting(const node *n, u16 thread)
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

static void mark(node *n, u16 thread, u8 flags)
{
    while (n->threads.n <= thread)
        vec_push(&n->threads, 0);
    n->threads.at[thread] |= flags;
}

static void admit(node *n, const move *m)
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
static void put_off(stateless *z, node *n)
{
    u32 kept = 0;

    for (u32 i = 0; i < z->x.moves.n; i++)
        if (z->x.moves.at[i].next.kind == EV_EXIT && can_move(n, z->x.moves.at[i].thread))
            mark(n, z->x.moves.at[i].thread, PUT_OFF);
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
static void arrive(stateless *z)
{
    node *n = top_node(z);

    sys_moves(z->x.s, &z->x.moves);
    for (u32 i = 0; i < z->x.moves.n; i++)
        admit(n, &z->x.moves.at[i]);
    if (z->puts_off)
        put_off(z, n);
    if (z->depth + n->more > z->x.r->depth)
        z->x.r->depth = z->depth + n->more;
}

/* A saved state costs more than some steps that are taken again.  Keys stay on the stack only, but
 * what they stand for is kept by the system: past so much of that nothing more is saved. */
static bool saving(const stateless *z)
{
    return z->depth % SAVE_EVERY == 0 && !z->how->replay && !z->drops &&
           sys_memory(z->x.s) < MOST_SAVED;
}

void stateless_place(stateless *z, u32 at)
{
    u32 from = at;

    assert(at <= z->depth);
    if (z->cursor == at)
        return;
    while (from && !z->nodes.at[from].key && z->cursor != from)
        from--;
    if (z->cursor != from && z->nodes.at[from].key)
        sys_restore(z->x.s, z->nodes.at[from].key);
    else if (z->cursor != from)
        sys_reset(z->x.s);
    for (; from < at; from++) {
        const act *a = z->nodes.at[from].step;

        sys_step(z->x.s, a->thread, a->kind, a->choice, &z->x.taken);
    }
    z->cursor = at;
}

static const way *find_way(const node *n, u16 thread, u8 kind, u32 choice)
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
static void keep_path(stateless *z)
{
    result *r = z->x.r;
    bool all = !z->drops;

    for (u32 j = 0; j < z->depth; j++) {
        const act *a = z->nodes.at[j].step;

        if (all || j + 1 == z->depth || happens_before(z, j, z->depth - 1))
            for (u32 i = 0; i < z->nodes.at[j].steps; i++)
                vec_push(&r->steps, (step_taken){a->thread, a->kind, a->choice});
    }
}

/* Does the last step happen after one that dropped the run? */
static bool unreal(const stateless *z)
{
    for (u32 j = 0; z->drops && j + 1 < z->depth; j++)
        if (z->nodes.at[j].dropped && happens_before(z, j, z->depth - 1))
            return true;
    return false;
}

static void fail_step(stateless *z)
{
    explore_fail(&z->x, &z->x.taken.error);
    if (z->x.r->failed)
        keep_path(z);
}

static u32 ways_of(const node *n, u16 thread)
{
    u32 count = 0;

    for (u32 i = 0; i < n->ways.n; i++)
        count += n->ways.at[i].thread == thread ? n->ways.at[i].choices : 0;
    return count;
}

static void bar(node *n, u16 thread)
{
    u32 kept = 0;

    for (u32 i = 0; i < n->ways.n; i++)
        if (n->ways.at[i].thread != thread)
            n->ways.at[kept++] = n->ways.at[i];
    n->ways.n = kept;
    n->threads.at[thread] &= (u8)~CAN_MOVE;
}

/* Takes back a step that was a whole round: it leads nowhere, and its thread waits. */
static void take_back(stateless *z)
{
    wake *rest = top_node(z)->tree; /* what is to follow is to follow without it */
    bool here;
    node *n;

    if (dynamic(z)) {
        round_keep(z, z->nodes.at[z->depth - 1].step);
        races_reverse_from(z, z->depth - 1);
    }
    here = z->cursor == z->depth;
    top_node(z)->tree = NULL;
    stateless_pop(z);
    stateless_unstep(z);
    n = top_node(z);
    vec_push(&n->waits, n->step);
    n->step = NULL;
    bar(n, vec_last(&n->waits)->thread);
    wake_prepend(&n->tree, rest);
    n->explored--;
    if (here)
        z->cursor = z->depth; /* nothing changed */
}

/* True: the step was taken back. */
static bool spins(stateless *z, const act *a)
{
    node *n = top_node(z);
    u32 from = NOWHERE;

    if (sys_own(z->x.s, a->thread, &n->own)) {
        z->briefs.at[z->depth].own =
            hash_words(n->own.at, n->own.n < TELLING ? n->own.n : TELLING) | 1;
        from = round_begin(z, a->thread);
    } else {
        vec_clear(&n->own);
    }
    if (from == NOWHERE)
        return false;
    if (UNLIKELY(z->how->check))
        claim_round(z, from, a->thread);
    if (a->effect == EFFECT_NONE && from + 1 == z->depth &&
        ways_of(&z->nodes.at[from], a->thread) == 1) {
        take_back(z);
        return true;
    }
    mark(n, a->thread, IS_STUCK);
    return false;
}

static act *make_act(stateless *z, const way *w, u32 choice)
{
    taken *t = &z->x.taken;

    if (w->flags & MOVE_WEAK)
        vec_push(&t->events, (event){.flags = EVF_OPAQUE, .thread = w->thread});
    return act_make(&z->acts, w->thread, w->kind, choice, t->events.at, t->events.n);
}

static u32 preemptions_after(const node *n, const way *w)
{
    bool switched = n->mover != NO_THREAD && n->mover != w->thread && w->kind != MOVE_START;

    for (u32 i = 0; switched && i < n->ways.n; i++)
        if (n->ways.at[i].thread == n->mover && n->ways.at[i].kind != MOVE_SPURIOUS)
            return n->preemptions + 1;
    return n->preemptions;
}

/* Of those that sleep on: all, if one that was begun before is still explored. */
static u32 count_doubted(const stateless *z, const node *m, const node *n)
{
    u32 count = 0;

    if (z->crew && crew_below(z, z->depth - 1))
        return n->sleep.n;
    for (u32 i = 0; i < m->doubted && count < n->sleep.n; i++)
        count += n->sleep.at[count] == m->sleep.at[i];
    return count;
}

/* A node for the state that the step led to. */
static void open_node(stateless *z, act *a, wake *tree)
{
    node *n = push(z), *m = n - 1;

    n->alone = a->thread == m->mover && m->ways.n > 1 ? m->alone + 1 : 0;
    n->mover = a->kind == MOVE_START ? m->mover : a->thread;
    n->more = m->more + m->steps - 1;
    n->tree = tree;
    for (u32 t = 0; t < m->threads.n; t++)
        vec_push(&n->threads, m->threads.at[t] & IS_STUCK);
    if (z->how->kind != SEARCH_FULL)
        inherit(&m->sleep, a, &n->sleep);
    n->doubted = count_doubted(z, m, n);
    assert(n->doubted <= n->sleep.n);
    inherit(&m->waits, a, &n->waits);
}

static void note_step(stateless *z, const act *a)
{
    brief *b = &z->briefs.at[z->depth];

    b->span = a->span;
    b->thread = a->thread;
    b->effect = a->effect;
    b->previous = z->last.at[a->thread];
}

/* The first step that touches other things in other places.  What was left out before, because a
 * step that is none of it covers it, may be needed. */
static void take_care(stateless *z)
{
    z->cautious = true;
    z->again = z->leant;
    if (z->again && z->crew)
        explore_stop(&z->x, "a step turned out to touch other things in other places, and several "
                            "processes cannot begin anew (without -j they need not)");
}

void stateless_take(stateless *z, const way *w, u32 choice, wake *tree)
{
    node *n = top_node(z);
    u32 preemptions = preemptions_after(n, w);
    act *a;

    assert(can_move(n, w->thread) && choice < w->choices && !node_sleeps(n, w->thread));
    assert(!n->step && z->depth >= z->floor && z->examined <= z->depth);
    if (z->idle)
        die("a process of the search takes a step without a place to work at");
    stateless_place(z, z->depth);
    sys_step(z->x.s, w->thread, w->kind, choice, &z->x.taken);
    z->cursor = z->depth + 1;
    n->steps = z->x.taken.steps;
    z->x.r->transitions += w->kind != MOVE_START ? n->steps : 0;
    explore_tick(&z->x);
    n->explored++;
    a = n->step = make_act(z, w, choice);
    if (UNLIKELY(z->how->check) && w->kind == MOVE_START && z->x.taken.outcome == OUT_RAN)
        claim_start(a);
    if (a->setting == SETTING_HERE && !z->cautious)
        take_care(z);
    while (z->last.n <= a->thread)
        vec_push(&z->last, 0);
    note_step(z, a);
    if (dynamic(z))
        races_reverse_blocked(z, a);
    if (needs_clocks(z))
        races_find(z, a, &n->clock, n);
    while (n->clock.n <= a->thread)
        vec_push(&n->clock, 0);
    n->clock.at[a->thread] = z->depth + 1;
    z->last.at[a->thread] = z->depth + 1;
    open_node(z, a, tree);
    stateless_place(z, z->depth); /* races may have taken steps elsewhere */
    n = top_node(z);
    n->preemptions = preemptions;
    if (z->x.taken.outcome == OUT_ERROR && !unreal(z)) {
        fail_step(z);
        return;
    }
    if (z->x.taken.outcome != OUT_RAN) {
        if (z->x.taken.outcome == OUT_LIMIT)
            explore_cut(&z->x, z->x.taken.limit);
        (n - 1)->dropped = true;
        (n - 1)->limited = z->x.taken.outcome == OUT_LIMIT;
        z->drops++;
        z->limits += (n - 1)->limited;
        mark(n, a->thread, IS_STUCK);
        if (!needs_clocks(z))
            return;
    } else {
        n->key = saving(z) ? sys_save(z->x.s) : 0;
        if (spins(z, a))
            return;
    }
    arrive(z);
}

/* Not to be taken: it would be a preemption too many. */
static bool beyond(const stateless *z, const way *w)
{
    const node *n = &z->nodes.at[z->depth];

    return z->how->bounded && preemptions_after(n, w) > z->how->preemptions;
}

/* Takes what is first in the tree and can be taken. */
static bool take_branch(stateless *z)
{
    node *n = top_node(z);
    u32 depth = z->depth;
    wake *b;

    while ((b = wake_take(&n->tree))) {
        const way *w = find_way(n, b->thread, b->kind, b->choice);
        bool same = w && w->kind == b->kind && b->choice < w->choices;
        wake *tree = NULL;
        u32 choice = same ? b->choice : 0;

        if (!same) { /* what was put below it or aside does without */
            races_uncover(z, b->child);
            races_uncover(z, b->aside);
        }
        if (w && !node_sleeps(n, b->thread)) {
            if (same) {
                tree = b->child;
                b->child = NULL;
            }
            way chosen = *w;

            n->at_way = n->at_choice = 0;
            stateless_take(z, &chosen, choice, tree);
            n = top_node(z);
            if (z->depth == depth && (!MUTANT(RACES_ASIDE) || n->tree || n->explored))
                races_uncover(z, b->aside); /* it was taken back, and covers nothing */
            wake_free(&z->wakes, &z->acts, b);
            return true;
        }
        wake_free(&z->wakes, &z->acts, b);
    }
    return false;
}

/* A branch for the same way in the tree hands over what is to follow it. */
static wake *claim(stateless *z, const way *w, u32 choice)
{
    node *n = top_node(z);

    for (wake **at = &n->tree; *at; at = &(*at)->next) {
        wake *b = *at, *tree;

        if (b->thread != w->thread || b->kind != w->kind || b->choice != choice)
            continue;
        *at = b->next;
        tree = b->child;
        b->child = NULL;
        wake_free(&z->wakes, &z->acts, b);
        return tree;
    }
    return NULL;
}

/* The next way of the thread whose step was explored last. */
static bool take_other_way(stateless *z)
{
    node *n = top_node(z);
    const act *first = n->tried.at[0];

    for (; n->at_way < n->ways.n; n->at_way++, n->at_choice = 0) {
        way w = n->ways.at[n->at_way];

        while (w.thread == first->thread && n->at_choice < w.choices) {
            u32 choice = n->at_choice++;

            if (w.kind == first->kind && choice == first->choice)
                continue;
            stateless_take(z, &w, choice, claim(z, &w, choice));
            return true;
        }
    }
    return false;
}

static bool eligible(const stateless *z, const node *n, const way *w, bool later)
{
    if (!later && w->flags & MOVE_LATER)
        return false;
    return z->how->kind == SEARCH_FULL || !node_sleeps(n, w->thread);
}

static void cut_preemption(stateless *z)
{
    z->x.r->bounded++;
    z->x.r->preemption_cut = true;
    z->x.preemptions = z->how->preemptions;
}

/* The first way of each thread that may be tried.  Persistent sets grow from the first threads;
 * with the last one first more of them sleep. */
static bool offer_all(stateless *z, bool later)
{
    node *n = top_node(z);

    for (u32 i = n->ways.n; i-- > 0;) {
        const way *w = &n->ways.at[i];

        if ((i && w[-1].thread == w->thread) || !eligible(z, n, w, later))
            continue;
        if (beyond(z, w))
            cut_preemption(z);
        else
            wake_thread(&z->wakes, &n->tree, w->thread, w->kind, 0);
    }
    return n->tree != NULL;
}

static const way *first_step(const node *n)
{
    for (u32 i = 0; i < n->ways.n; i++)
        if (n->ways.at[i].kind == MOVE_START && !(n->ways.at[i].flags & MOVE_MET))
            return &n->ways.at[i];
    return NULL;
}

/* The less the rather: the thread that moved last goes on if it can, but not for ever; what is left
 * to join is joined together. */
static u32 reluctance(const stateless *z, const node *n, const way *w)
{
    u32 tired = n->alone >= MOST_ALONE && w->thread == n->mover;
    u32 joins = w->flags & WAY_JOINS && z->depth < MOST_PATIENT;

    return (w->kind == MOVE_SPURIOUS ? 16u : 0u) + (w->flags & MOVE_LOCAL ? 8u : 0u) + tired * 4u +
           (w->thread != n->mover) * 2u + joins * 3u;
}

static const way *pick(const stateless *z)
{
    const node *n = &z->nodes.at[z->depth];
    const way *best = NULL;

    for (u32 i = 0; i < n->ways.n; i++) {
        const way *w = &n->ways.at[i];

        if (!node_sleeps(n, w->thread) && (!best || reluctance(z, n, w) < reluctance(z, n, best)))
            best = w;
    }
    return best;
}

/* What is tried from a state that was just reached. */
static void offer(stateless *z)
{
    node *n = top_node(z);
    const way *w = first_step(n);

    if (n->tree || !n->ways.n)
        return;
    if (w && node_sleeps(n, w->thread))
        w = NULL;
    if (!w && dynamic(z))
        w = pick(z);
    if (w)
        wake_thread(&z->wakes, &n->tree, w->thread, w->kind, 0);
    else if (!dynamic(z) && !offer_all(z, false))
        offer_all(z, true);
}

static bool somebody_stuck(const node *n)
{
    for (u32 t = 0; t < n->threads.n; t++)
        if (n->threads.at[t] & IS_STUCK)
            return true;
    return n->waits.n != 0;
}

static void fail_state(stateless *z)
{
    explore_run_over(&z->x);
    if (z->x.r->failed)
        keep_path(z);
}

/* Nobody goes on, since those who could spin or turn for ever, or would but wake up spuriously. The
 * state is one of the program unless a step to it was dropped. */
static bool hangs(stateless *z)
{
    if (z->drops)
        return false;
    stateless_place(z, z->depth);
    explore_hang(&z->x);
    if (z->how->replay) /* it may have gone on to find out */
        z->cursor = NOWHERE;
    if (z->x.r->failed)
        keep_path(z);
    return z->x.r->failed;
}

static bool only_weak(const node *n)
{
    for (u32 i = 0; i < n->ways.n; i++)
        if (!(n->ways.at[i].flags & MOVE_WEAK))
            return false;
    return n->ways.n != 0;
}

/* Is all that could be taken explored from elsewhere, or beyond the bound? */
static bool all_sleep(const stateless *z, const node *n)
{
    for (u32 i = 0; !z->how->bounded && i < n->ways.n; i++)
        if (!node_sleeps(n, n->ways.at[i].thread))
            return false;
    return true;
}

void stateless_over(stateless *z)
{
    node *n = top_node(z);
    result *r = z->x.r;

    n->over = true;
    if (n->cut) {
        z->x.depth_cut = true;
        r->bounded++;
    } else if (n->ways.n) {
        assert(all_sleep(z, n));
        r->redundant++;
    } else if (n->strong && hangs(z)) {
        return;
    } else if (somebody_stuck(n)) {
        r->pruned++;
        r->spun += !z->drops;
        r->limited += z->limits != 0;
    } else if (!n->strong) {
        fail_state(z);
    } else {
        r->endless++;
    }
    if (!r->failed && dynamic(z))
        races_reverse(z);
}

bool stateless_ends(stateless *z)
{
    node *n = top_node(z);
    u64 most = z->x.o->max.depth;

    if (!n->strong && n->ways.n) /* only weak moves: a deadlock */
        fail_state(z);
    else if (only_weak(n))
        hangs(z);
    n->cut = most && z->depth + n->more >= most && n->ways.n;
    return n->cut || z->x.stopped;
}

/* A step from the state that was just reached.  What a wake-up sequence asks for may turn out to be
 * impossible here (MAY, in races.c); the run then goes on as it can, since nothing else explores
 * what begins with the steps that led here. */
static bool begin(stateless *z)
{
    bool asked = top_node(z)->tree != NULL;

    offer(z);
    if (take_branch(z))
        return true;
    if (!asked || MUTANT(RACES_STOP))
        return false;
    offer(z);
    return take_branch(z);
}

static void go_on(stateless *z)
{
    bool ends = stateless_ends(z);

    if (!z->x.stopped && (ends || !begin(z)))
        stateless_over(z);
}

/* The step from the present node is explored, in this way of its thread. */
static bool retire(stateless *z)
{
    node *n = top_node(z);

    stateless_unstep(z);
    vec_push(&n->tried, n->step);
    n->step = NULL;
    if (take_other_way(z))
        return true;
    for (u32 i = 0; i < n->tried.n; i++)
        vec_push(&n->sleep, n->tried.at[i]);
    vec_clear(&n->tried);
    return false;
}

/* Back to the last node from which something is left, and a step from there; false: nothing is. */
static bool go_back(stateless *z)
{
    while (!z->x.stopped) {
        node *n = top_node(z);

        if (n->step && retire(z))
            return true;
        if (take_branch(z))
            return true;
        if (z->crew && crew_await(z))
            continue;
        if (z->depth == z->floor)
            return false;
        stateless_pop(z);
    }
    return false;
}

static void join_together(stateless *z, bool on)
{
    sys *s = z->x.s;

    if (s->ops->footprint)
        s->ops->footprint->join_together(s, on);
}

static void open_search(stateless *z, sys *s, const search_options *o, result *r)
{
    explore_begin(&z->x, s, o, r);
    z->depth = UINT32_MAX;
    /* Several processes cannot begin anew. */
    z->cautious |= s->ops->footprint ? s->ops->footprint->varies(s) : z->how->crew != NULL;
    z->puts_off = dynamic(z) && !o->outcomes && (!o->end_counts || MUTANT(END_COUNTS));
    join_together(z, dynamic(z) && !z->how->bounded);
    push(z);
    z->cursor = 0;
    top_node(z)->key = saving(z) ? sys_save(s) : 0;
    arrive(z);
}

/* The step from the present node, if there is one, is forgotten with the search. */
static void drop_step(stateless *z)
{
    node *n = top_node(z);

    if (n->step)
        act_drop(&z->acts, n->step);
    n->step = NULL;
    n->dropped = false;
}

static void close_search(stateless *z)
{
    join_together(z, false);
    for (; z->depth != UINT32_MAX; stateless_pop(z))
        drop_step(z);
    for (u32 i = 0; i < z->nodes.n; i++) {
        node *n = &z->nodes.at[i];

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
    vec_free(&z->nodes);
    vec_free(&z->last);
    vec_free(&z->briefs);
    vec_free(&z->now);
    vec_free(&z->cover);
    vec_free(&z->sequence);
    vec_free(&z->path);
    vec_free(&z->there);
    taken_free(&z->tried);
    for (u32 i = 0; i < z->asked.n; i++)
        vec_free(&z->asked.at[i]);
    vec_free(&z->asked);
    rounds_free(z);
    act_pool_free(&z->acts);
    wake_pool_free(&z->wakes);
    explore_close(&z->x);
}

static void explore(stateless *z)
{
    while (!z->x.stopped && !z->again) {
        node *n = top_node(z);

        if (!n->explored && !n->over) {
            go_on(z);
            continue;
        }
        if (z->crew)
            crew_look(z);
        if (!go_back(z))
            break;
    }
}

static void explore_together(stateless *z)
{
    z->crew = z->how->crew;
    crew_begin(z);
    explore(z);
    crew_end(z);
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
    stateless z = {.how = how, .cautious = cautious};
    bool again;

    open_search(&z, s, o, r);
    if (sys_status(s) != ST_RUNNING)
        explore_run_over(&z.x);
    else if (how->kind == SEARCH_RANDOM || how->kind == SEARCH_PCT)
        walk(&z);
    else if (how->crew)
        explore_together(&z);
    else
        explore(&z);
    again = z.again && !z.x.stopped;
    if (again)
        explore_part(&z.x); /* nothing of it counts */
    close_search(&z);
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

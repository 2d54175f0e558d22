/* What a stateless search tries from a state.
 *
 * The branches of the node's wake-up tree come first, in order; then the other ways of the thread
 * whose step was explored.  A state that was just reached and has no tree gets one: the first step
 * of a new thread; else one thread, and races ask for more (dpor, optimal); else all threads that
 * do not sleep, or those of a persistent set.  What a wake-up sequence asks for may turn out to be
 * impossible (MAY, in races.c); the run then goes on as it can, since nothing else explores what
 * begins with the steps that led here. */
#include "base/mutant.h"
#include "search/stateless.h"

#define MOST_ALONE   200u /* steps of one thread while others could move */
#define MOST_PATIENT 500u /* steps of others until a thread joins one that is over */

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

/* Not to be taken: it would be a preemption too many. */
static bool beyond(const stateless *ss, const way *w)
{
    const run_node *n = &ss->nodes.at[ss->depth];

    return ss->how->bounded && stateless_preemptions(n, w) > ss->how->preemptions;
}

/* Takes the step of a branch; the way is the branch's own, or another one of its thread. */
static void follow(stateless *ss, wake *b, way w, bool same)
{
    run_node *n = top_node(ss);
    wake *tree = same ? b->child : NULL;

    if (same)
        b->child = NULL;
    n->at_way = n->at_choice = 0;
    stateless_take(ss, &w, same ? b->choice : 0, tree);
}

/* False: it cannot be taken here, or sleeps. */
static bool try_branch(stateless *ss, wake *b)
{
    const run_node *n = top_node(ss);
    const way *w = find_way(n, b->thread, b->kind, b->choice);
    bool same = w && w->kind == b->kind && b->choice < w->choices;

    if (!same) /* what was put below it does without */
        races_uncover(ss, b->child);
    if (!w || node_sleeps(n, b->thread))
        return false;
    follow(ss, b, *w, same);
    return true;
}

bool choice_branch(stateless *ss)
{
    bool took = false;
    wake *b;

    while (!took && (b = wake_take(&top_node(ss)->tree))) {
        took = try_branch(ss, b);
        wake_free(&ss->wakes, &ss->acts, b);
    }
    return took;
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

bool choice_other_way(stateless *ss)
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

bool choice_begin(stateless *ss)
{
    bool asked = top_node(ss)->tree != NULL;

    offer(ss);
    if (choice_branch(ss))
        return true;
    if (!asked || MUTANT(RACES_STOP))
        return false;
    offer(ss);
    return choice_branch(ss);
}

/* The present run of a stateless search: a stack of nodes, one for each state on the way.
 *
 * A node is pushed when a step was taken and popped when nothing is left to try from it.  Nodes
 * that are not in use keep their memory, and hold no step, no tree and nobody asleep.  The system
 * is in the state of node `cursor`; run_place brings it to another one, from the last saved state
 * before that, or from the start. */
#include "search/stateless.h"

#include <assert.h>

#define MOST_SAVED ((u64)256 << 20)
#define SAVE_EVERY 8u /* steps */

run_node *run_push(stateless *ss)
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
    n->alone = n->explored = n->preemptions = n->at_way = n->at_choice = n->more = 0;
    n->over = n->strong = n->dropped = n->limited = n->cut = n->fewer = false;
    vec_clear(&n->threads);
    vec_clear(&n->ways);
    vec_clear(&n->clock);
    vec_clear(&n->blocked);
    vec_clear(&n->races);
    vec_clear(&n->own);
    return n;
}

void run_pop(stateless *ss)
{
    run_node *n = top_node(ss);

    assert(!n->step && !n->dropped);
    act_list_clear(&ss->acts, &n->sleep);
    act_list_clear(&ss->acts, &n->tried);
    act_list_clear(&ss->acts, &n->waits);
    wake_clear(&ss->wakes, &ss->acts, &n->tree);
    ss->depth--;
    ss->cursor = NOWHERE;
}

void run_unstep(stateless *ss)
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

void run_mark(run_node *n, u16 thread, u8 flags)
{
    while (n->threads.n <= thread)
        vec_push(&n->threads, 0);
    n->threads.at[thread] |= flags;
}

static void admit(run_node *n, const move *m)
{
    run_mark(n, m->thread, IS_THERE);
    n->strong |= explore_strong(m);
    if (!(m->flags & MOVE_ENABLED) && !(n->threads.at[m->thread] & IS_STUCK))
        vec_push(&n->blocked, *m);
    if (!(m->flags & MOVE_ENABLED) || m->flags & MOVE_ENDLESS ||
        n->threads.at[m->thread] & IS_STUCK || is_waiting(n, m->thread))
        return;
    bool joins = m->kind == MOVE_RUN && m->next.kind == EV_JOIN && m->next.flags & EVF_GUARD;

    u16 flags = (u16)(m->flags | (joins ? WAY_JOINS : 0));

    vec_push(&n->ways, (way){m->thread, flags, m->choices, m->kind});
    run_mark(n, m->thread, CAN_MOVE);
}

/* Whoever would end the process waits, if there is another. */
static void put_off(stateless *ss, run_node *n)
{
    u32 kept = 0;

    for (u32 i = 0; i < ss->x.moves.n; i++)
        if (ss->x.moves.at[i].next.kind == EV_EXIT && can_move(n, ss->x.moves.at[i].thread))
            run_mark(n, ss->x.moves.at[i].thread, PUT_OFF);
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

void run_arrive(stateless *ss)
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

bool run_saving(const stateless *ss)
{
    return ss->depth % SAVE_EVERY == 0 && !ss->how->replay && !ss->drops &&
           sys_memory(ss->x.s) < MOST_SAVED;
}

void run_place(stateless *ss, u32 at)
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

void run_open(stateless *ss, act *a, wake *tree)
{
    run_node *n = run_push(ss), *m = n - 1;

    n->alone = a->thread == m->mover && m->ways.n > 1 ? m->alone + 1 : 0;
    n->mover = a->kind == MOVE_START ? m->mover : a->thread;
    n->more = m->more + m->steps - 1;
    n->tree = tree;
    for (u32 t = 0; t < m->threads.n; t++)
        vec_push(&n->threads, m->threads.at[t] & IS_STUCK);
    if (ss->how->kind != SEARCH_FULL)
        inherit(&m->sleep, a, &n->sleep);
    inherit(&m->waits, a, &n->waits);
}

void run_path(const stateless *ss, step_list *out)
{
    bool all = !ss->drops;

    for (u32 j = 0; j < ss->depth; j++) {
        const act *a = ss->nodes.at[j].step;

        if (all || j + 1 == ss->depth || happens_before(ss, j, ss->depth - 1))
            for (u32 i = 0; i < ss->nodes.at[j].steps; i++)
                vec_push(out, (step_taken){a->thread, a->kind, a->choice, 0});
    }
}

void run_free(stateless *ss)
{
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
    vec_free(&ss->summaries);
}

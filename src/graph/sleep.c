/* The ends of sleeps.
 *
 * At a condition variable a thread has two ways to go on: to wake up, for whatever reason, and to
 * sleep for good, if no signal so far must have woken it; with a time-out, to wake up by that or
 * not.  It
 * is asked when no other thread can go on.  A thread that wakes up, finds what it found before and
 * falls asleep again has only lost time: it stays there (spins), for what it read in that round
 * may still be answered otherwise, and in the end such an execution is dropped.
 *
 * At a barrier there is a choice only where it matters which of the threads is told that it is the
 * serial one: it is made by the first of them that leaves. */
#include "graph/engine.h"

#include "base/map.h"
#include "base/mutant.h"

#include <assert.h>

static const node *back(const engine *n, u16 thread, u32 steps)
{
    u32 count = graph_count(n->g, thread);

    return count < steps ? NULL : &n->g->threads.at[thread].all.at[count - steps];
}

bool sleep_is_barrier(const engine *n, u16 thread)
{
    const node *e = back(n, thread, 1);

    return e && node_op(e, EV_BARRIER);
}

static bool is_condition(const engine *n, u16 thread)
{
    const node *e = back(n, thread, 2);

    return e && node_op(e, EV_WAIT);
}

/* ---- barriers ---- */

static name arrival_of(const engine *n, u16 thread, u32 steps)
{
    return name_of(thread, graph_count(n->g, thread) - steps);
}

bool sleep_ready(engine *n, u16 thread)
{
    name_list all = {0};
    bool ready = true;

    if (sleep_is_barrier(n, thread)) {
        ready = meet_group(n->g, arrival_of(n, thread, 1), &all) &&
                (name_thread(all.at[0]) == thread ||
                 name_index(all.at[0]) + 1 < graph_count(n->g, name_thread(all.at[0])));
        ready |= meet_crowd(n->g, arrival_of(n, thread, 1));
        vec_free(&all);
    }
    return ready;
}

/* Is the result looked at by any of them? */
static bool anyone_looks(engine *n, const name_list *all)
{
    for (u32 k = 0; k < all->n; k++)
        if (run_matters(n, (u16)name_thread(all->at[k])))
            return true;
    return false;
}

static bool leave(engine *n, u16 thread, move *mv, const settled *how)
{
    name_list all = {0};
    u32 choice = how->chooses ? how->choice : 0;

    if (meet_crowd(n->g, arrival_of(n, thread, 1))) {
        run_refuse(n, thread, "a barrier that more threads come to than it takes");
        return true;
    }
    meet_group(n->g, arrival_of(n, thread, 1), &all);
    if (!how->chooses && name_thread(all.at[0]) == thread && anyone_looks(n, &all))
        for (u32 c = 1; c < all.n; c++)
            add_later(n, thread, TODO_CHOICE, false, NO_NAME, c);
    vec_free(&all);
    return run_step(n, thread, mv, choice, how);
}

/* 1: it is the serial thread. */
static u32 is_serial(const engine *n, u16 thread, name arrival, u32 choice)
{
    name_list all = {0};
    u32 chosen, serial;

    meet_group(n->g, arrival, &all);
    chosen = name_thread(all.at[0]) == thread ? choice : graph_node(n->g, all.at[0] + 1)->choice;
    serial = chosen < all.n && name_thread(all.at[chosen]) == thread;
    vec_free(&all);
    return serial;
}

u32 sleep_choice(engine *n, u16 thread, u32 choice)
{
    u32 done = run_of(n, thread)->done;

    if (!done || !node_op(&n->g->threads.at[thread].all.at[done - 1], EV_BARRIER))
        return 0;
    return is_serial(n, thread, name_of(thread, done - 1), choice);
}

/* ---- condition variables ---- */

/* The waits that are for good, and that of `also`. */
static void sleepers(engine *n, int also, name_list *out)
{
    for (u32 t = 0; t < n->g->threads.n; t++) {
        if (run_of(n, (u16)t)->fate == FATE_SLEEPS)
            vec_push(out, name_of(t, graph_count(n->g, t) - 3));
        else if ((int)t == also)
            vec_push(out, name_of(t, graph_count(n->g, t) - 2));
    }
}

static bool all_sleep(engine *n, int also)
{
    name_list all = {0};
    bool ok;

    sleepers(n, also, &all);
    ok = meet_sleeps(n->g, &all);
    vec_free(&all);
    return ok;
}

bool sleep_holds(engine *n)
{
    return all_sleep(n, -1);
}

static bool nap(engine *n, u16 thread, const settled *how)
{
    run_of(n, thread)->fate = FATE_SPINS;
    return !how->chooses;
}

bool sleep_over(engine *n, u16 thread, move *mv, settled *how)
{
    u32 kind = vm_waits(n->s, thread), choice = how->chooses ? how->choice : 0;
    bool timed = kind & VM_WAITS_TIMED;

    if (sleep_is_barrier(n, thread))
        return leave(n, thread, mv, how);
    if (!is_condition(n, thread) || kind & VM_WAITS_STRONG) {
        run_refuse(n, thread,
                   is_condition(n, thread) ? "a condition variable with --no-spurious"
                                           : "to wait before another thread is created");
        return true;
    }
    if (spins(n, thread) && !how->follows)
        return nap(n, thread, how);
    if (!how->chooses && (timed || (all_sleep(n, thread) && !MUTANT(GRAPH_SLEEP))))
        add_later(n, thread, TODO_CHOICE, false, NO_NAME, 1);
    if (choice && !timed) {
        add_asleep(n, thread);
        run_of(n, thread)->fate = FATE_SLEEPS;
        return true;
    }
    mv->kind = timed && !choice ? MOVE_TIMEOUT : MOVE_SPURIOUS;
    return run_step(n, thread, mv, choice, how);
}

/* ---- what was destroyed ---- */

/* A later operation of another thread that makes or destroys the object; NO_NAME: none. */
static name destroyer(const graph *g, name sleeper)
{
    const node *e = graph_node(g, sleeper);
    const location *l = &g->locations.at[e->location];
    u32 place = location_place(g, l, node_writes(e) ? sleeper : e->from) + 1;

    for (; place < l->mo.n; place++)
        if (node_op(graph_node(g, l->mo.at[place]), EV_SYNC))
            return l->mo.at[place];
    return NO_NAME;
}

bool sleep_disturbed(engine *n)
{
    for (u32 t = 0; t < n->g->threads.n; t++) {
        const runner *u = run_of(n, (u16)t);
        bool barrier = u->fate == FATE_RUNS && sleep_is_barrier(n, (u16)t);
        name by;

        if (!barrier && u->fate != FATE_SLEEPS)
            continue;
        by = destroyer(n->g, name_of(t, graph_count(n->g, t) - (barrier ? 1 : 3)));
        if (by == NO_NAME)
            continue;
        explain_in_use(n, by,
                       barrier ? "a barrier was destroyed while threads wait at it"
                               : "a condition variable was destroyed while threads wait at it");
        return true;
    }
    return false;
}

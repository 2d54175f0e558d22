/* Where threads meet: barriers, and the sleep at condition variables.  Neither is a matter of one
 * value that the next operation reads, so the graph says what could have happened.
 *
 * A barrier.  To come to it is a READ of the barrier, so that those who come have no order; to
 * leave it is a LEAVE, possible when as many have come as it takes.  The k-th time that a thread
 * comes is its k-th round: that is certain as long as no more threads come than it takes, and more
 * are not supported.
 *
 * A condition variable.  To fall asleep is an UPDATE of it, a signal or a broadcast a READ: what
 * it reads says after whom it comes.  Sleep may end for no reason, so that whatever a thread does
 * after it needs no signal; a thread that wakes up depends on nobody.  Signals matter for those who
 * sleep for good: their sleep is possible if each signal that they were there for can have woken
 * somebody else, who was asleep at that time, and if nobody sent a broadcast. */
#include "graph/events.h"

#include "base/map.h"
#include "base/mutant.h"

#include <assert.h>

/* ---- barriers ---- */

static bool comes(const node *a, const node *b)
{
    return node_op(a, EV_BARRIER) && !a->blocked && a->location == b->location &&
           a->from == b->from;
}

/* So many times the thread came to the same barrier before. */
static u32 round_of(const graph *g, name arrival)
{
    const node *all = g->threads.at[name_thread(arrival)].all.at;
    u32 n = 0;

    for (u32 i = 0; i < name_index(arrival); i++)
        n += comes(&all[i], graph_node(g, arrival));
    return n;
}

/* The event with which the thread comes in this round; NO_NAME: it has not come. */
static name came(const graph *g, u32 thread, const node *like, u32 round)
{
    for (u32 i = 0; i < graph_count(g, thread); i++)
        if (comes(&g->threads.at[thread].all.at[i], like) && !round--)
            return name_of(thread, i);
    return NO_NAME;
}

static u32 needed(const graph *g, name arrival)
{
    return (u32)graph_node(g, arrival)->old; /* the barrier's first word */
}

bool meet_group(const graph *g, name arrival, name_list *out)
{
    u32 round = round_of(g, arrival);

    for (u32 k = 0; k < g->order.n && out->n < needed(g, arrival); k++) {
        name other = came(g, g->order.at[k], graph_node(g, arrival), round);

        if (other != NO_NAME)
            vec_push(out, other);
    }
    return out->n == needed(g, arrival);
}

bool meet_crowd(const graph *g, name arrival)
{
    u32 n = 0;

    for (u32 t = 0; t < g->threads.n; t++)
        n += came(g, t, graph_node(g, arrival), 0) != NO_NAME;
    return n > needed(g, arrival);
}

/* ---- condition variables ---- */

typedef struct bedroom {
    const graph *g;
    name_list signals; /* that those who sleep for good were there for */
    name_list others;  /* waits that end */
    name_list taken;   /* by number in `others`: the signal that ends it, or NO_NAME */
    u8 *seen;
} bedroom;

static bool among(const name_list *l, name e)
{
    for (u32 k = 0; k < l->n; k++)
        if (l->at[k] == e)
            return true;
    return false;
}

static u32 place_of_signal(const graph *g, const location *l, name s)
{
    return location_place(g, l, graph_node(g, s)->from);
}

static bool broadcast_after(const graph *g, const location *l, name wait)
{
    for (u32 k = 0; k < l->from.n; k++)
        if (node_op(graph_node(g, l->from.at[k]), EV_BROADCAST) &&
            place_of_signal(g, l, l->from.at[k]) >= location_place(g, l, wait))
            return true;
    return false;
}

/* May the signal have been used up by the wait, whatever ended that?  A wait is three events: it
 * falls asleep, releases the mutex, wakes up. */
static bool ends(const graph *g, const location *l, name signal, name wait)
{
    u32 t = name_thread(wait), woken = name_index(wait) + 2;

    if (place_of_signal(g, l, signal) < location_place(g, l, wait) || t == name_thread(signal))
        return false;
    return woken >= graph_count(g, t) || !in_prefix(g, name_of(t, woken), signal);
}

/* A way to give each signal a wait of its own: augmenting paths. */
static bool give(bedroom *b, const location *l, name signal)
{
    for (u32 k = 0; k < b->others.n; k++) {
        if (b->seen[k] || !ends(b->g, l, signal, b->others.at[k]))
            continue;
        b->seen[k] = 1;
        if (b->taken.at[k] == NO_NAME || give(b, l, b->taken.at[k])) {
            b->taken.at[k] = signal;
            return true;
        }
    }
    return false;
}

static void collect(bedroom *b, const location *l, const name_list *waits, u32 least)
{
    for (u32 k = 0; k < l->from.n; k++)
        if (node_op(graph_node(b->g, l->from.at[k]), EV_SIGNAL) &&
            place_of_signal(b->g, l, l->from.at[k]) >= least)
            vec_push(&b->signals, l->from.at[k]);
    for (u32 k = 1; k < l->mo.n; k++) {
        name w = l->mo.at[k];

        if (!node_op(graph_node(b->g, w), EV_WAIT) || among(waits, w) ||
            broadcast_after(b->g, l, w))
            continue;
        vec_push(&b->others, w);
        vec_push(&b->taken, NO_NAME);
    }
}

static bool all_given(bedroom *b, const location *l)
{
    bool ok = true;

    b->seen = mem_alloc(b->others.n + 1);
    for (u32 k = 0; k < b->signals.n && ok; k++) {
        for (u32 i = 0; i < b->others.n; i++)
            b->seen[i] = 0;
        ok = give(b, l, b->signals.at[k]);
    }
    mem_free(b->seen);
    return ok;
}

/* Those of the waits that are at this location. */
static bool sleeps_at(const graph *g, const location *l, const name_list *waits)
{
    bedroom b = {.g = g};
    u32 least = UINT32_MAX;
    bool ok = true;

    for (u32 k = 0; k < waits->n; k++) {
        if (&g->locations.at[graph_node(g, waits->at[k])->location] != l)
            continue;
        u32 place = location_place(g, l, waits->at[k]);

        least = place < least ? place : least;
        ok &= !broadcast_after(g, l, waits->at[k]);
    }
    if (ok && least < UINT32_MAX) {
        collect(&b, l, waits, least);
        ok = all_given(&b, l);
    }
    vec_free(&b.signals);
    vec_free(&b.others);
    vec_free(&b.taken);
    return ok;
}

bool meet_sleeps(const graph *g, const name_list *waits)
{
    if (MUTANT(GRAPH_SIGNAL))
        return true;
    for (u32 k = 0; k < g->locations.n && waits->n; k++)
        if (!sleeps_at(g, &g->locations.at[k], waits))
            return false;
    return true;
}

/* Revisits, after Kokologiannakis, Marmanis, Gladstein and Vafeiadis: Truly stateless, optimal
 * dynamic partial order reduction (POPL 2022).
 *
 * A write that is added may answer reads that were added before it.  Such a read then begins anew:
 * the events that were added after it go, but for those that the write depends on.  To come to each
 * execution once, this is done only from the graph in which what goes was added in the one standard
 * way: each read among it, and the read itself, reads the last write in modification order among
 * those that were there, or that the new write depends on, and each write among it is the last of
 * these and read by none of them.
 *
 * A read that waits (a loop that goes round) reads nothing, as it were: it is answered by writes
 * that let it go on, and it waits in the standard way if the last write that was there does not.
 * Once answered it is still one that waits (node.waited), and such writes alone answer it again.
 * With any other it would go round, which is to wait, and the graph in which it waits is there
 * already: the one in which it was not answered.  An example: a thread waits for 2, T1 writes 2 and
 * then 3, T2 exchanges the 3 for 2.  The exchange answers the read that waits.  If the 3 could
 * answer the read of T1's 2, that read would be the standard one for the exchange too, which would
 * answer it a second time.
 *
 * Whether a read is one that waits is decided when it is added, by the last write that is there.
 * As long as the read can be answered anew, the events before it stay: it is the same read in all
 * graphs that this one leads to.  One that found a write that lets it go on never waits.  It is
 * answered by any write, as in the paper; where it then goes round, its thread stays after it.
 *
 * Only the machine, with the thread at its read, can tell whether a write lets it go on.  A thread
 * that waits is there.  One that was answered is there when the revisit begins, which then ends
 * (explore.c).
 *
 * The paper has two events for a read-modify-write, here it is one with two stamps: of its read,
 * which it keeps when it is answered anew, and of its write. */
#include "graph/events.h"

#include "base/map.h"
#include "base/mutant.h"

#include <assert.h>

/* Was the write there when the event with this stamp was added, or does `w` depend on it? */
static bool was_there(const graph *g, name write, u32 stamp, name w)
{
    return write == NO_NAME || graph_node(g, write)->added <= stamp || in_prefix(g, write, w);
}

/* One that waits: the last write that was there does not let it go on. */
static bool waits_rightly(const graph *g, name e, name w)
{
    const node *n = graph_node(g, e);
    const location *l = &g->locations.at[n->location];
    u32 k = l->mo.n - 1;

    while (!was_there(g, l->mo.at[k], n->stamp, w))
        k--;
    return !g->lets(g->of, e, l->mo.at[k]);
}

static bool reads_last(const graph *g, name e, name w)
{
    const node *n = graph_node(g, e);
    const location *l = &g->locations.at[n->location];

    if (n->waits)
        return waits_rightly(g, e, w);

    if (!was_there(g, n->from, n->stamp, w))
        return false;
    for (u32 k = location_place(g, l, n->from) + 1; k < l->mo.n; k++)
        if (l->mo.at[k] != e && was_there(g, l->mo.at[k], n->stamp, w))
            return false;
    return true;
}

static bool writes_last(const graph *g, name e, name w)
{
    const node *n = graph_node(g, e);
    const location *l = &g->locations.at[n->location];

    for (u32 k = location_place(g, l, e) + 1; k < l->mo.n; k++)
        if (was_there(g, l->mo.at[k], n->added, w))
            return false;
    for (u32 k = 0; k < l->from.n; k++) {
        const node *r = graph_node(g, l->from.at[k]);

        if (r->from == e && (r->stamp <= n->added || in_prefix(g, l->from.at[k], w)))
            return false;
    }
    return true;
}

/* Does the event stay when `read` is answered by `w`?  Its read alone may. */
static bool stays(const graph *g, name e, u32 stamp, name w)
{
    const node *n = graph_node(g, e);

    return (n->kind == NODE_READ ? n->stamp : n->added) <= stamp || in_prefix(g, e, w);
}

static bool read_stays(const graph *g, name e, u32 stamp)
{
    const node *n = graph_node(g, e);

    return n->kind == NODE_UPDATE && n->stamp <= stamp;
}

static bool standard(const graph *g, name e, u32 stamp, name w)
{
    const node *n = graph_node(g, e);

    if (n->first && n->choice)
        return false;
    if (n->location == NO_NUMBER || !n->order)
        return true;
    if (node_reads(n) && !read_stays(g, e, stamp) && !reads_last(g, e, w))
        return false;
    return !node_writes(n) || writes_last(g, e, w) || MUTANT(GRAPH_REVISIT);
}

static bool may_revisit(const graph *g, name r, name w)
{
    u32 stamp = graph_node(g, r)->stamp;

    if (graph_node(g, r)->choice || !reads_last(g, r, w))
        return false;
    if (graph_node(g, r)->kind == NODE_UPDATE && !writes_last(g, r, w)) /* its write goes */
        return false;
    for (u32 t = 0; t < g->threads.n; t++)
        for (u32 i = g->threads.at[t].all.n; i--;) {
            name e = name_of(t, i);

            if (e == r || e == w)
                continue;
            if (stays(g, e, stamp, w))
                break;
            if (!standard(g, e, stamp, w))
                return false;
        }
    return true;
}

/* Two updates cannot read from one write: the other one has to go. */
static bool leaves_update(const graph *g, name r, name w)
{
    const node *n = graph_node(g, w);
    name other = n->kind == NODE_UPDATE ? rc11_updater(g, &g->locations.at[n->location], n->from, w)
                                        : NO_NAME;

    return other == NO_NAME || other == r || !stays(g, other, graph_node(g, r)->stamp, w);
}

void revisit_find(graph *g, name w)
{
    const location *l = &g->locations.at[graph_node(g, w)->location];

    for (u32 k = 0; k < l->from.n; k++) {
        name r = l->from.at[k];

        if (r == w || in_prefix(g, r, w) || (graph_node(g, r)->waits && !g->lets(g->of, r, w)) ||
            !leaves_update(g, r, w) || !may_revisit(g, r, w))
            continue;
        vec_push(&g->todo, (todo){.kind = TODO_REVISIT,
                                  .stamp = graph_node(g, w)->added,
                                  .thread = (u16)name_thread(w),
                                  .from = r});
    }
}

/* It reads an old value: what was there when it was added will always have been there.  Nor can an
 * earlier read of the thread be answered anew, for this one would go, and did not come in the
 * standard way. */
bool revisit_never(const graph *g, u32 thread)
{
    for (u32 i = graph_count(g, thread); i--;) {
        const node *e = &g->threads.at[thread].all.at[i];
        const location *l;

        if (!node_reads(e) || !e->order || e->location == NO_NUMBER)
            continue;
        l = &g->locations.at[e->location];
        for (u32 k = location_place(g, l, e->from) + 1; k < l->mo.n; k++)
            if (l->mo.at[k] != name_of(thread, i) && graph_node(g, l->mo.at[k])->added <= e->stamp)
                return true;
        return false;
    }
    return false;
}

static void plan(graph *g, u32 thread, u32 at, settled how)
{
    thread_nodes *t = &g->threads.at[thread];

    t->planned = true;
    t->plan_at = at;
    t->plan = how;
}

static settled keep_read(const node *n)
{
    return (settled){.reads = n->kind == NODE_UPDATE,
                     .keeps_stamp = n->kind == NODE_UPDATE,
                     .waited = n->waited,
                     .from = n->from,
                     .stamp = n->stamp};
}

void revisit_begin(graph *g, name w, name r)
{
    u32 *keep = mem_alloc((g->threads.n + 1) * sizeof *keep), stamp = graph_node(g, r)->stamp;
    settled reader = {.reads = true,
                      .from = w,
                      .keeps_stamp = true,
                      .waited = graph_node(g, r)->waits || graph_node(g, r)->waited,
                      .stamp = stamp};

    for (u32 t = 0; t < g->threads.n; t++) {
        g->threads.at[t].planned = false;
        while (keep[t] < g->threads.at[t].all.n && name_of(t, keep[t]) != r &&
               name_of(t, keep[t]) != w && stays(g, name_of(t, keep[t]), stamp, w))
            keep[t]++;
        if (keep[t] < g->threads.at[t].all.n && read_stays(g, name_of(t, keep[t]), stamp))
            plan(g, t, keep[t], keep_read(&g->threads.at[t].all.at[keep[t]]));
    }
    settled writer = keep_read(graph_node(g, w));

    writer.revisits_none = true;
    writer.chooses = true;
    writer.choice = graph_node(g, w)->choice;
    plan(g, name_thread(w), name_index(w), writer);
    plan(g, name_thread(r), name_index(r), reader);
    g->revisits = true;
    g->writer = (u16)name_thread(w);
    g->reader = (u16)name_thread(r);
    birth_cut(g, keep);
    mem_free(keep);
}

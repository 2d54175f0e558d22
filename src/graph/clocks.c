/* Vector clocks of an execution graph.
 *
 * An event has up to five: `hb`, what happens before it; `past`, what it depends on (program order,
 * reads-from, creation, join); and, if it is an atomic write, `own` and `sent`: what a thread that
 * acquires from it comes after, by the release sequences that its own thread heads, and by all.
 * An operation has `readers` besides: what a writer that takes the read-write lock comes after, of
 * those who held it to read.
 * Entry t of a clock counts the events of thread t, the event itself included.
 *
 * Release sequences are those of the paper: [W] ; sb|loc? ; [W atomic] ; (rf ; rmw)*. */
#include "graph/events.h"

#include "base/map.h"
#include "base/mutant.h"

#include <assert.h>
#include <string.h>

enum { HB, PAST, OWN, SENT, READERS };

static u32 *clock_of(const graph *g, const node *e, u32 which)
{
    return g->clocks.at + e->clocks + which * e->width;
}

static void join(u32 *into, u32 width, const u32 *from, u32 n)
{
    for (u32 k = 0; k < n && k < width; k++)
        if (from[k] > into[k])
            into[k] = from[k];
}

static void join_node(const graph *g, node *e, u32 which, const node *from, u32 theirs)
{
    assert(from->width <= e->width);
    join(clock_of(g, e, which), e->width, clock_of(g, from, theirs), from->width);
}

static bool acquires(const node *e)
{
    return e->order & (EVO_ACQUIRE | EVO_SEQ_CST);
}

static bool releases(const node *e)
{
    return e->order & (EVO_RELEASE | EVO_SEQ_CST);
}

static const node *source(const graph *g, const node *e)
{
    return node_reads(e) && e->order && e->from != NO_NAME ? graph_node(g, e->from) : NULL;
}

/* What is acquired from a write: nothing from a plain one. */
static bool sends(const node *w)
{
    return w && w->order;
}

/* A fence that acquires: what the relaxed reads before it read from. */
static void acquire_seen(const graph *g, node *fence, u32 thread, u32 index)
{
    for (u32 i = 0; i < index; i++) {
        const node *w = source(g, &g->threads.at[thread].all.at[i]);

        if (sends(w))
            join_node(g, fence, HB, w, SENT);
    }
}

static void find_own(const graph *g, node *e, u32 thread, u32 index)
{
    bool fence = false, before = false;

    if (releases(e))
        join_node(g, e, OWN, e, HB);
    if (e->operates) /* no store, so that no fence is in effect for it */
        return;
    for (u32 i = index; i-- && !(fence && before);) {
        const node *p = &g->threads.at[thread].all.at[i];

        if (!fence && p->kind == NODE_FENCE && releases(p)) {
            join_node(g, e, OWN, p, HB);
            fence = true;
        }
        if (!before && node_writes(p) && p->order && p->location == e->location) {
            join_node(g, e, OWN, p, OWN);
            before = true;
        }
    }
}

static void last_of(const graph *g, node *e, u32 thread)
{
    u32 n = graph_count(g, thread);

    if (n) {
        join_node(g, e, HB, &g->threads.at[thread].all.at[n - 1], HB);
        join_node(g, e, PAST, &g->threads.at[thread].all.at[n - 1], PAST);
    }
}

/* A thread begins after its creation. */
static void begin(const graph *g, node *e, u32 thread)
{
    name c = birth_creation(g, thread);

    if (c == NO_NAME)
        return;
    join_node(g, e, HB, graph_node(g, c), HB);
    join_node(g, e, PAST, graph_node(g, c), PAST);
}

/* Whoever leaves a barrier comes after all who came to it.  The first of them decides who is the
 * serial thread, so the others leave after it. */
static void leave(const graph *g, node *e, u32 thread, u32 index)
{
    name_list all = {0};

    meet_group(g, name_of(thread, index - 1), &all);
    for (u32 k = 0; k < all.n; k++) {
        join_node(g, e, HB, graph_node(g, all.at[k]), HB);
        join_node(g, e, PAST, graph_node(g, all.at[k]), PAST);
    }
    if (all.n && name_thread(all.at[0]) != thread)
        join_node(g, e, PAST, graph_node(g, all.at[0] + 1), PAST);
    vec_free(&all);
}

static void send(const graph *g, node *e, const node *w, u32 thread, u32 index)
{
    find_own(g, e, thread, index);
    join_node(g, e, SENT, e, OWN);
    if (e->order & ORDER_AS_READER)
        join_node(g, e, READERS, e, HB);
    if (e->kind != NODE_UPDATE || !sends(w))
        return;
    join_node(g, e, SENT, w, SENT);
    if (w->operates)
        join_node(g, e, READERS, w, READERS);
}

void clocks_add(graph *g, u32 thread, u32 index)
{
    node *e = &g->threads.at[thread].all.at[index];
    const node *w;
    bool writes = node_writes(e) && e->order;

    e->width = (u16)g->threads.n;
    e->clocks = g->clocks.n;
    vec_reserve(&g->clocks, (u32)CLOCKS * e->width);
    memset(g->clocks.at + g->clocks.n, 0, (size_t)CLOCKS * e->width * sizeof *g->clocks.at);
    g->clocks.n += (writes ? (u32)CLOCKS : (u32)OWN) * e->width;
    w = source(g, e);
    if (index) {
        const node *before = e - 1;

        join_node(g, e, HB, before, HB);
        join_node(g, e, PAST, before, PAST);
    } else {
        begin(g, e, thread);
    }
    clock_of(g, e, HB)[thread] = clock_of(g, e, PAST)[thread] = index + 1;
    if (w)
        join_node(g, e, PAST, w, PAST);
    if (sends(w) && acquires(e))
        join_node(g, e, HB, w, SENT);
    if (sends(w) && e->order & ORDER_FROM_READERS && !MUTANT(GRAPH_READERS))
        join_node(g, e, HB, w, READERS);
    if (e->kind == NODE_LEAVE && !MUTANT(GRAPH_BARRIER))
        leave(g, e, thread, index);
    if (e->kind == NODE_FENCE && acquires(e))
        acquire_seen(g, e, thread, index);
    if (e->kind == NODE_JOIN)
        last_of(g, e, e->other);
    if (writes)
        send(g, e, w, thread, index);
}

static bool below(const graph *g, name a, const node *e, u32 which)
{
    u32 t = name_thread(a);

    return t < e->width && name_index(a) < clock_of(g, e, which)[t];
}

bool happens_before(const graph *g, name a, name b)
{
    return a != b && below(g, a, graph_node(g, b), HB);
}

bool in_prefix(const graph *g, name a, name b)
{
    return a != b && below(g, a, graph_node(g, b), PAST);
}

bool known_to(const graph *g, name e, u32 thread)
{
    u32 n = graph_count(g, thread);

    if (n)
        return below(g, e, &g->threads.at[thread].all.at[n - 1], HB);
    return false;
}

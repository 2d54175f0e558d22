/* Who a thread is.  The machine numbers threads in the order in which they are created, and so does
 * a graph; where two threads create others at the same time that order means nothing.  So a thread
 * is known by its birth: its creator, and its ordinal among the threads that this one creates.
 * Births give the threads an order that is the same in all graphs, by which the next event is
 * picked, and the one of a barrier's round that leaves first.
 *
 * Invariant: thread k of a graph is the k-th that the machine creates when it takes the steps in
 * the order in which their first events were added.  A step is taken as a whole, so that a creation
 * counts if the first event of its step is left.  A cut at a stamp leaves the numbers as they are.
 * A revisit may remove a creation and keep later ones: the numbers close up, and all that names
 * threads by them is renamed, the births of objects included.  What locks hold is the number of a
 * thread too: that is taken from the machine again (run.c). */
#include "graph/events.h"

#include "base/map.h"
#include "base/mutant.h"

#include <assert.h>
#include <stdlib.h>

static u32 creator_of(const graph *g, u32 thread)
{
    return g->threads.at[thread].creator;
}

static u32 generation(const graph *g, u32 thread)
{
    u32 n = 0;

    for (; thread; thread = creator_of(g, thread)) {
        assert(creator_of(g, thread) < thread);
        n++;
    }
    return n;
}

/* Of the thread or of the ancestor that it has in that generation. */
static u32 ancestor(const graph *g, u32 thread, u32 from, u32 to)
{
    for (; from > to; from--)
        thread = creator_of(g, thread);
    return thread;
}

/* A creator comes before what it creates, and these in their order. */
static bool born_before(const graph *g, u32 a, u32 b)
{
    u32 m = generation(g, a), n = generation(g, b), least = m < n ? m : n;

    a = ancestor(g, a, m, least);
    b = ancestor(g, b, n, least);
    if (a == b)
        return m < n;
    while (creator_of(g, a) != creator_of(g, b)) {
        a = creator_of(g, a);
        b = creator_of(g, b);
    }
    return g->threads.at[a].ordinal < g->threads.at[b].ordinal;
}

/* Insertion: there are few threads, and most of them come last. */
static void sort_threads(graph *g)
{
    vec_clear(&g->order);
    for (u32 t = 0; t < g->threads.n; t++) {
        u32 k = g->order.n;

        vec_push(&g->order, (u16)t);
        for (; k && born_before(g, t, g->order.at[k - 1]); k--)
            g->order.at[k] = g->order.at[k - 1];
        g->order.at[k] = (u16)t;
    }
}

name birth_creation(const graph *g, u32 thread)
{
    const thread_nodes *t = &g->threads.at[thread];

    if (!thread || t->created >= graph_count(g, t->creator))
        return NO_NAME;
    assert(g->threads.at[t->creator].all.at[t->created].other == thread);
    return name_of(t->creator, t->created);
}

name birth_join(const graph *g, u32 thread)
{
    name j = g->threads.at[thread].joined;

    if (j == NO_NAME || name_index(j) >= graph_count(g, name_thread(j)))
        return NO_NAME;
    return graph_node(g, j)->kind == NODE_JOIN && graph_node(g, j)->other == thread ? j : NO_NAME;
}

void birth_note(graph *g, u32 thread, u32 creator, u32 before)
{
    u32 ordinal = 1;

    graph_thread(g, thread);
    for (u32 i = 0; i < before; i++)
        ordinal += g->threads.at[creator].all.at[i].kind == NODE_CREATE;
    thread_nodes *t = &g->threads.at[thread];

    t->created = before;
    if (t->creator == creator && t->ordinal == ordinal && g->order.n == g->threads.n)
        return;
    t->creator = (u16)creator;
    t->ordinal = ordinal;
    sort_threads(g);
}

/* ---- other numbers ---- */

static void rename_event(name *e, const u32 *now)
{
    if (*e == NO_NAME)
        return;
    assert(now[name_thread(*e)] != NO_NUMBER);
    *e = name_of(now[name_thread(*e)], name_index(*e));
}

static void rename_list(name_list *l, const u32 *now)
{
    for (u32 k = 0; k < l->n; k++)
        rename_event(&l->at[k], now);
}

/* The name of an object begins with its creator's number, counted from 1; 0: it was always there.
 */
static u64 renamed_object(const graph *g, u64 object, const u32 *now)
{
    u64 thread = object >> 32;

    if (!thread || thread > g->threads.n || now[thread - 1] == NO_NUMBER)
        return object;
    return (u64)(now[thread - 1] + 1) << 32 | (u32)object;
}

static void rename_thread(graph *g, thread_nodes *t, const u32 *now)
{
    t->creator = (u16)now[t->creator];
    if (t->joined != NO_NAME)
        t->joined = now[name_thread(t->joined)] == NO_NUMBER
                        ? NO_NAME
                        : name_of(now[name_thread(t->joined)], name_index(t->joined));
    if (t->planned && t->plan.reads)
        rename_event(&t->plan.from, now);
    for (u32 i = 0; i < t->all.n; i++) {
        node *e = &t->all.at[i];

        rename_event(&e->from, now);
        e->object = renamed_object(g, e->object, now);
        if (e->kind == NODE_CREATE || e->kind == NODE_JOIN)
            e->other = now[e->other];
    }
}

/* Objects that nothing is left of go: others may come to have their names. */
static void rename_accesses(graph *g, const u32 *now)
{
    u32 n = 0;

    for (u32 k = 0; k < g->objects.n; k++) {
        accesses *a = &g->objects.at[k];

        if (!a->all.n) {
            vec_free(&a->all);
            continue;
        }
        a->object = renamed_object(g, a->object, now);
        rename_list(&a->all, now);
        g->objects.at[n++] = *a;
    }
    g->objects.n = n;
}

static void rename_all(graph *g, const u32 *now)
{
    for (u32 t = 0; t < g->threads.n; t++)
        if (now[t] != NO_NUMBER)
            rename_thread(g, &g->threads.at[t], now);
    for (u32 k = 0; k < g->locations.n; k++) {
        location *l = &g->locations.at[k];

        l->object = renamed_object(g, l->object, now);
        rename_list(&l->mo, now);
        rename_list(&l->from, now);
    }
    rename_accesses(g, now);
    for (u32 k = 0; k < g->words.n; k++)
        g->words.at[k].target = renamed_object(g, g->words.at[k].target, now);
    g->writer = (u16)now[g->writer];
    g->reader = (u16)now[g->reader];
}

/* Those that are created no more have no events: they go to the end. */
static void move_threads(graph *g, const u32 *now)
{
    for (u32 t = 0; t < g->threads.n; t++) {
        thread_nodes moved = g->threads.at[t];

        if (now[t] == NO_NUMBER || now[t] == t)
            continue;
        assert(now[t] < t && !g->threads.at[now[t]].all.n);
        g->threads.at[t] = g->threads.at[now[t]];
        g->threads.at[now[t]] = moved;
    }
}

/* In the order in which the events were added. */
static void find_clocks(graph *g)
{
    u32 *done = mem_alloc((g->threads.n + 1) * sizeof *done);

    vec_clear(&g->clocks);
    for (u32 t; (t = graph_first_added(g, done)) < g->threads.n; done[t]++)
        clocks_add(g, t, done[t]);
    mem_free(done);
}

/* The threads that the thread creates in the steps that it begins with its first `keep` events. */
static void note_created(const thread_nodes *t, u32 keep, u32 *now)
{
    for (u32 i = 0; i < t->all.n && (i < keep || (!t->all.at[i].first && !MUTANT(GRAPH_STEP))); i++)
        if (t->all.at[i].kind == NODE_CREATE)
            now[t->all.at[i].other] = 0;
}

/* By thread: its number from now on; NO_NUMBER: it is not created any more.  False: all keep
 * theirs.
 */
static bool find_numbers(const graph *g, const u32 *keep, u32 *now)
{
    u32 n = 0;
    bool change = false;

    for (u32 t = 0; t < g->threads.n; t++)
        now[t] = t ? NO_NUMBER : 0;
    for (u32 t = 0; t < g->threads.n; t++)
        note_created(&g->threads.at[t], keep[t], now);
    for (u32 t = 0; t < g->threads.n; t++) {
        assert(now[t] != NO_NUMBER || !keep[t]);
        if (now[t] == NO_NUMBER)
            continue;
        change |= n != t;
        now[t] = n++;
    }
    return change;
}

void birth_cut(graph *g, const u32 *keep)
{
    u32 *now = mem_alloc((g->threads.n + 1) * sizeof *now);
    bool change = find_numbers(g, keep, now) && !MUTANT(GRAPH_BIRTH);

    graph_cut(g, keep);
    if (change) {
        rename_all(g, now);
        move_threads(g, now);
        sort_threads(g);
        find_clocks(g);
        g->renumbered = true;
    }
    mem_free(now);
}

/* The axiom of sequentially consistent events: psc has no cycle, where
 *
 *   scb  = sb | sb-far ; hb ; sb-far | hb-loc | mo | rb        (far: to another location)
 *   psc  = ([Esc] | [Fsc] ; hb?) ; scb ; ([Esc] | hb? ; [Fsc])
 *        | [Fsc] ; (hb | hb ; eco ; hb) ; [Fsc]
 *
 * Before the newest event was added there was no cycle, and without fences of SC an event adds no
 * edge between two others: a cycle goes through it, so that one looks for a way from it back to its
 * thread.  Program order is part of psc: who reaches an event reaches all later ones of its thread.
 * With fences the whole relation is looked at, and for a fence the events before or after it are
 * tried one by one.  Accesses to memory that no other thread could reach are no events here:
 * whether the compiler keeps a local variable in memory decides nothing then, and fewer events
 * forbid less. */
#include "graph/events.h"

#include "base/map.h"
#include "base/mutant.h"

#include <assert.h>
#include <string.h>

typedef struct psc {
    const graph *g;
    name_list nodes; /* of SC */
    name_list rest;  /* accesses and fences, for paths from and to fences */
    u8 *edges;       /* nodes.n * nodes.n */
    u8 *mark;
} psc;

static bool counts(const node *e)
{
    if (e->waits)
        return false;
    return e->kind == NODE_FENCE || (e->kind != NODE_OTHER && e->kind != NODE_CHOICE &&
                                     e->kind != NODE_WAKE && (e->order || !(e->flags & EVF_OWN)));
}

static bool same_place(const node *a, const node *b)
{
    return a->size && b->size && a->object == b->object && a->offset < b->offset + b->size &&
           b->offset < a->offset + a->size;
}

static bool is_fence(const graph *g, name e)
{
    return graph_node(g, e)->kind == NODE_FENCE;
}

/* The nearest event of the thread after or before that is at another place; NO_NAME: none. */
static name far_from(const graph *g, name e, int step)
{
    u32 t = name_thread(e), n = graph_count(g, t);
    const node *of = graph_node(g, e);

    for (u32 i = name_index(e) + (u32)step; i < n; i += (u32)step) {
        const node *at = &g->threads.at[t].all.at[i];

        if (counts(at) && !same_place(at, of))
            return name_of(t, i);
    }
    return NO_NAME;
}

static bool at_or_before(const graph *g, name a, name b)
{
    return a == b || happens_before(g, a, b);
}

/* The end of a thread and its start are events at another place too: the one comes before the join,
 * the other after the creation. */
static bool is_far(const graph *g, name a, name b)
{
    name x = far_from(g, a, 1), y = far_from(g, b, -1);

    if (x == NO_NAME && !MUTANT(GRAPH_START))
        x = birth_join(g, name_thread(a));
    if (y == NO_NAME && !MUTANT(GRAPH_START))
        y = birth_creation(g, name_thread(b));
    return x != NO_NAME && y != NO_NAME && at_or_before(g, x, y);
}

/* Its place in modification order: of a read, that of what it reads. */
static u32 place_of(const graph *g, name e)
{
    const node *n = graph_node(g, e);
    const location *l = &g->locations.at[n->location];

    return location_place(g, l, node_writes(n) ? e : n->from);
}

static bool located(const node *n)
{
    return (node_reads(n) || node_writes(n)) && n->location != NO_NUMBER;
}

static bool by_memory(const graph *g, name a, name b, bool whole_eco)
{
    const node *x = graph_node(g, a), *y = graph_node(g, b);

    if (!located(x) || !located(y) || x->location != y->location)
        return false;
    u32 p = place_of(g, a), q = place_of(g, b);

    if (whole_eco)
        return node_writes(x) && !node_writes(y) ? p <= q : p < q;
    return node_writes(y) && p < q;
}

static bool scb(const graph *g, name a, name b)
{
    if (a == b)
        return false;
    if (name_thread(a) == name_thread(b))
        return name_index(a) < name_index(b);
    return by_memory(g, a, b, false) ||
           (happens_before(g, a, b) &&
            (same_place(graph_node(g, a), graph_node(g, b)) || is_far(g, a, b)));
}

/* From a to b, of which one at least is a fence. */
static bool through(const psc *p, name a, name b)
{
    const graph *g = p->g;
    bool from = is_fence(g, a), to = is_fence(g, b);

    if (from && to && happens_before(g, a, b))
        return true;
    for (u32 i = 0; i < (from ? p->rest.n : 1); i++) {
        name x = from ? p->rest.at[i] : a;

        if (!at_or_before(g, a, x))
            continue;
        for (u32 k = 0; k < (to ? p->rest.n : 1); k++) {
            name y = to ? p->rest.at[k] : b;

            if (at_or_before(g, y, b) && (scb(g, x, y) || (from && to && by_memory(g, x, y, true))))
                return true;
        }
    }
    return false;
}

static bool edge(const psc *p, name a, name b)
{
    return is_fence(p->g, a) || is_fence(p->g, b) ? through(p, a, b) : scb(p->g, a, b);
}

static void collect(psc *p)
{
    for (u32 t = 0; t < p->g->threads.n; t++)
        for (u32 i = 0; i < p->g->threads.at[t].all.n; i++) {
            const node *e = &p->g->threads.at[t].all.at[i];

            if (!counts(e))
                continue;
            vec_push(&p->rest, name_of(t, i));
            if (e->order & EVO_SEQ_CST && !e->operates)
                vec_push(&p->nodes, name_of(t, i));
        }
}

/* Depth first: is there a way back to what is being visited? */
static bool cyclic_from(psc *p, u32 k)
{
    enum { NEW, OPEN, DONE };

    p->mark[k] = OPEN;
    for (u32 i = 0; i < p->nodes.n; i++) {
        if (i == k || p->mark[i] == DONE || !edge(p, p->nodes.at[k], p->nodes.at[i]))
            continue;
        if (p->mark[i] == OPEN || cyclic_from(p, i))
            return true;
    }
    p->mark[k] = DONE;
    return false;
}

/* ---- without fences ---- */

/* From the newest event on: of each thread, the first event that is reached. */
typedef struct reach {
    const graph *g;
    u32 thread; /* of the newest event */
    VEC(u32) first;
    name_list open; /* reached, and not looked at yet */
} reach;

static bool is_node(const node *e)
{
    return e->order & EVO_SEQ_CST && !e->operates && counts(e);
}

/* The events of the thread from here on are reached. */
static void lower(reach *r, u32 t, u32 at)
{
    for (u32 i = at; i < r->first.at[t]; i++)
        if (is_node(&r->g->threads.at[t].all.at[i]))
            vec_push(&r->open, name_of(t, i));
    r->first.at[t] = at;
}

/* Where an edge leads from the event: true, back to the thread of the newest one. */
static bool follow(reach *r, name a)
{
    for (u32 t = 0; t < r->g->threads.n; t++) {
        u32 i = 0;

        if (t == name_thread(a))
            continue;
        while (i < r->first.at[t] &&
               !(is_node(&r->g->threads.at[t].all.at[i]) && scb(r->g, a, name_of(t, i))))
            i++;
        if (i == r->first.at[t])
            continue;
        if (t == r->thread)
            return true;
        lower(r, t, i);
    }
    return false;
}

static bool returns(const graph *g, name newest)
{
    reach r = {.g = g, .thread = name_thread(newest)};
    bool back;

    assert(name_index(newest) + 1 == graph_count(g, r.thread));
    for (u32 t = 0; t < g->threads.n; t++)
        vec_push(&r.first, graph_count(g, t));
    back = follow(&r, newest);
    while (!back && r.open.n)
        back = follow(&r, vec_pop(&r.open));
    vec_free(&r.first);
    vec_free(&r.open);
    return back;
}

static bool has_fences(const graph *g)
{
    for (u32 t = 0; t < g->threads.n; t++)
        for (u32 i = 0; i < g->threads.at[t].all.n; i++)
            if (g->threads.at[t].all.at[i].kind == NODE_FENCE &&
                g->threads.at[t].all.at[i].order & EVO_SEQ_CST)
                return true;
    return false;
}

bool rc11_sequential(const graph *g, name newest)
{
    psc p = {.g = g};
    bool cyclic = false;

    if (!has_fences(g))
        return !is_node(graph_node(g, newest)) || !returns(g, newest);
    collect(&p);
    p.mark = mem_alloc(p.nodes.n + 1);
    for (u32 k = 0; k < p.nodes.n && p.nodes.n > 1 && !cyclic; k++)
        cyclic = !p.mark[k] && cyclic_from(&p, k);
    mem_free(p.mark);
    vec_free(&p.nodes);
    vec_free(&p.rest);
    return !cyclic;
}

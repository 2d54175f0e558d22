/* The product.
 *
 * A node is a state of the system, and a state of the automaton that has not yet read its letter.
 * Its edges are the arcs of the system's state, each with the edges of the automaton that read the
 * letter.  The automaton of starvation, livelock and termination has two states: in the second the
 * run stays among the arcs that the goal is about.
 *
 * Store buffers: every store reaches memory in the end, whatever fairness is asked for.  A buffer
 * is an agent of its own, which is treated as a thread is by weak fairness.
 *
 * Weak fairness: an edge carries the mark of each thread that takes it or has no strong move where
 * it begins.  A run is weakly fair if it carries each thread's mark again and again.  A superstep
 * carries what its single steps would: those before its last do not change which other threads can
 * move. */
#include "search/product.h"
#include "base/mutant.h"

#include <string.h>

void product_open(product *p, explored_graph *g, const goal *to)
{
    *p = (product){.g = g, .goal = to};
    p->required =
        to->automaton->sets == 32 ? 0xffffffff : ((edge_marks)1 << to->automaton->sets) - 1;
    p->followed = to->fair == FAIR_WEAK                  ? ALL_THREADS
                  : g->buffers && !MUTANT(BUFFER_UNFAIR) ? ALL_BUFFERS
                                                         : 0;
    p->required |= p->followed;
}

void product_free(product *p)
{
    map_free(&p->nodes);
    vec_free(&p->whole);
}

u64 product_bytes(const product *p)
{
    return map_bytes(&p->nodes) + p->whole.cap * sizeof *p->whole.at;
}

static u32 node_of(product *p, u32 v, u32 q)
{
    u32 n = map_number(&p->nodes, (u64)v << 32 | q);

    if (n == p->whole.n)
        vec_push(&p->whole, false);
    return n;
}

u32 product_start(product *p)
{
    return node_of(p, 0, p->goal->automaton->start);
}

void product_whole(product *p, u32 node)
{
    p->whole.at[node] = !MUTANT(LIVE_PROVISO);
}

/* May a run that the goal is about go this way, once it is under way? */
static bool belongs(const product *p, const vertex *v, const arc *a)
{
    const goal *to = p->goal;

    switch (to->kind) {
    case GOAL_ACCEPTED:
        return true;
    case GOAL_STARVES:
        return v->waits >> to->thread & 1 && a->thread != to->thread;
    case GOAL_IDLE:
        return !(a->flags & (ARC_PROGRESS | ARC_STAYS));
    case GOAL_ENDLESS:
        return !(a->flags & ARC_STAYS);
    }
    return false;
}

static edge_marks marks_of_blocked(const vertex *v)
{
    return (edge_marks) ~(MUTANT(LIVE_BLOCKED) ? v->strong | v->waits : v->strong) << 32;
}

static edge_marks thread_marks(const product *p, const vertex *v, const arc *a)
{
    u32 agent = graph_agent(a->thread, (move_kind)a->kind);
    edge_marks moved = agent < GRAPH_THREADS ? THREAD_MARK(agent) : 0;

    return a->flags & ARC_STAYS ? p->followed : moved | (marks_of_blocked(v) & p->followed);
}

/* The arcs of the vertex that the node has to look at. */
static u32 arcs(product *p, u32 node, u32 v)
{
    const vertex *x = &p->g->at.at[v];

    if (p->whole.at[node] && x->holds_back && !graph_expand_later(p->g, v))
        return 0;
    x = &p->g->at.at[v];
    return x->count + (p->whole.at[node] ? x->later_count : 0);
}

/* May the edge of the automaton be taken along the arc? */
static bool fits(const product *p, const vertex *x, const arc *a, const edge *e)
{
    return edge_reads(e, x->letter) && (!e->marks || belongs(p, x, a));
}

/* The next edge along the arc, which leads to state *q of the automaton. */
static bool edge_along(const product *p, const vertex *x, const arc *a, const edges *all, cursor *c,
                       hop *out, u32 *q)
{
    while (c->edge < all->n) {
        const edge *e = &all->at[c->edge++];

        if (!fits(p, x, a, e))
            continue;
        *out = (hop){.arc = (u32)(a - p->g->arcs.at),
                     .marks = e->marks | thread_marks(p, x, a),
                     .weak = a->flags & ARC_WEAK && !MUTANT(LIVE_SPURIOUS)};
        *q = e->to;
        return true;
    }
    return false;
}

bool product_edge(const product *p, u32 v, u32 q, cursor *c, hop *out, u32 *to)
{
    const vertex *x = &p->g->at.at[v];
    const edges *all = &p->goal->automaton->states.at[q];

    for (; c->arc < x->count; c->arc++, c->edge = 0) {
        const arc *a = &p->g->arcs.at[x->first + c->arc];

        if (edge_along(p, x, a, all, c, out, to)) {
            out->node = a->to;
            return true;
        }
    }
    return false;
}

bool product_next(product *p, cursor *c, hop *out)
{
    u64 key = p->nodes.keys.at[c->node];
    u32 v = (u32)(key >> 32);
    const edges *all = &p->goal->automaton->states.at[(u32)key];

    if (!p->g->at.at[v].expanded && (p->g->frozen || !graph_expand(p->g, v)))
        return false;
    for (; c->arc < arcs(p, c->node, v); c->arc++, c->edge = 0) {
        const arc *a = graph_arc(p->g, v, c->arc);

        u32 q;

        if (edge_along(p, &p->g->at.at[v], a, all, c, out, &q)) {
            out->node = node_of(p, a->to, q);
            return true;
        }
    }
    return false;
}

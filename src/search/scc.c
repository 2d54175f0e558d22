/* Cycles by strongly connected components, on the fly, after Couvreur (On-the-fly verification of
 * linear temporal logic, FM 1999), with marks on edges.
 *
 * Depth first; `roots` holds, for each component that is still open, the order of its first node
 * and the marks on the edges inside it.  An edge to a node that is not closed joins the components
 * between; when the marks of one are all that is required, a run is found.  With strong fairness a
 * component is looked at when it is closed (streett.c).
 *
 * A spurious wake-up may lead into a cycle but is part of none: its target begins a search of its
 * own, once the present one is over.
 *
 * Persistent sets: a node whose edge leads to an open component is expanded whole, so that each
 * cycle has a node that leaves nothing out. */
#include "search/product.h"

#include <assert.h>

#define CLOSED UINT32_MAX

typedef struct root {
    u32 order;
    edge_marks inside, entered; /* on the edge to its first node */
} root;

typedef struct scc {
    product *p;
    VEC(u32) order; /* by node: when it was met, from 1 on; 0 not yet */
    VEC(root) roots;
    VEC(cursor) path;
    node_list open;    /* nodes of open components, by order */
    node_list entries; /* where searches begin */
    u32 met;
} scc;

static u32 *order_of(scc *s, u32 node)
{
    while (s->order.n <= node)
        vec_push(&s->order, 0);
    return &s->order.at[node];
}

static void enter(scc *s, u32 node, edge_marks by)
{
    *order_of(s, node) = ++s->met;
    vec_push(&s->roots, (root){.order = s->met, .entered = by});
    vec_push(&s->path, (cursor){.node = node});
    vec_push(&s->open, node);
    s->p->g->x.engine_bytes = product_bytes(s->p) + s->order.cap * sizeof *s->order.at +
                              s->roots.cap * sizeof *s->roots.at + s->path.cap * sizeof *s->path.at;
}

/* One component of all from the top down to the one that has `order`. */
static const root *join(scc *s, u32 order, edge_marks by)
{
    while (vec_last(&s->roots).order > order) {
        root r = vec_pop(&s->roots);

        by |= r.inside | r.entered;
        assert(s->roots.n);
    }
    vec_last(&s->roots).inside |= by;
    return &vec_last(&s->roots);
}

/* The nodes of the component on top. */
static void component(const scc *s, node_list *out)
{
    u32 from = s->open.n;

    while (from && s->order.at[s->open.at[from - 1]] >= vec_last(&s->roots).order)
        from--;
    for (u32 i = from; i < s->open.n; i++)
        vec_push(out, s->open.at[i]);
}

static bool found(scc *s, result *r)
{
    node_list within = {0};

    component(s, &within);
    lasso_find(s->p, &within, s->p->required, r);
    vec_free(&within);
    return true;
}

static bool strongly_fair(scc *s, result *r)
{
    node_list within = {0}, good = {0};
    edge_marks needed;
    bool any;

    component(s, &within);
    streett_find(s->p, &within, &good, &needed);
    any = good.n;
    if (any)
        lasso_find(s->p, &good, needed, r);
    vec_free(&within);
    vec_free(&good);
    return any;
}

static bool complete(const scc *s, edge_marks m)
{
    return (m & s->p->required) == s->p->required;
}

static bool leave(scc *s, result *r)
{
    u32 order = s->order.at[vec_pop(&s->path).node];

    assert(order && order != CLOSED && s->roots.n);
    bool strong = s->p->goal->fair == FAIR_STRONG;

    if (vec_last(&s->roots).order != order)
        return false;
    if (strong && complete(s, vec_last(&s->roots).inside) && strongly_fair(s, r))
        return true;
    while (s->open.n && s->order.at[vec_last(&s->open)] >= order)
        s->order.at[vec_pop(&s->open)] = CLOSED;
    (void)vec_pop(&s->roots);
    return false;
}

static bool follow(scc *s, const hop *h, result *r)
{
    u32 order = *order_of(s, h->node);

    if (h->weak) {
        if (!order)
            vec_push(&s->entries, h->node);
        return false;
    }
    if (!order) {
        enter(s, h->node, h->marks);
        return false;
    }
    if (order == CLOSED)
        return false;
    product_whole(s->p, vec_last(&s->path).node);
    return complete(s, join(s, order, h->marks)->inside) && s->p->goal->fair != FAIR_STRONG &&
           found(s, r);
}

static bool search_from(scc *s, u32 node, result *r)
{
    bool got = false;

    if (*order_of(s, node))
        return false;
    enter(s, node, 0);
    while (s->path.n && !got && !s->p->g->x.stopped) {
        hop h;

        explore_tick(&s->p->g->x);
        if (product_next(s->p, &vec_last(&s->path), &h))
            got = follow(s, &h, r);
        else if (!s->p->g->x.stopped)
            got = leave(s, r);
    }
    assert(s->path.n || got || (!s->roots.n && !s->open.n));
    return got;
}

bool scc_search(product *p, result *r)
{
    scc s = {.p = p};
    bool got = false;

    vec_push(&s.entries, product_start(p));
    while (s.entries.n && !got && !p->g->x.stopped)
        got = search_from(&s, vec_pop(&s.entries), r);
    vec_free(&s.order);
    vec_free(&s.roots);
    vec_free(&s.path);
    vec_free(&s.open);
    vec_free(&s.entries);
    return got;
}

/* From a set of nodes that must hold a run to a short one: a way to the set, and a cycle in it.
 *
 * The way is a shortest one through what was explored.  For the cycle one goes on to the nearest
 * edge that carries a mark which is still missing, until none is, and back.  That is done from some
 * of the nodes of the set that are nearest to the start, and the shortest of the runs is kept. */
#include "search/product.h"

#define MOST_TRIED 200u /* nodes that the cycle is tried from */

typedef struct step_back {
    u32 from; /* node + 1; 0: not reached */
    u32 arc;
} step_back;

typedef VEC(u32) arc_list;

typedef struct lasso {
    product *p;
    edge_marks needed;
    VEC(bool) inside; /* by node */
    VEC(step_back) home;
    VEC(u32) queue;
    arc_list stem, loop;
} lasso;

/* Breadth first over what is known, from one node: forgets earlier ways. */
static void begin(lasso *l, u32 node)
{
    vec_clear(&l->home);
    while (l->home.n < l->inside.n)
        vec_push(&l->home, (step_back){0});
    l->home.at[node].from = node + 1;
    vec_clear(&l->queue);
    vec_push(&l->queue, node);
}

static bool reach(lasso *l, u32 from, const hop *h)
{
    if (h->node >= l->home.n || l->home.at[h->node].from)
        return false;
    l->home.at[h->node] = (step_back){from + 1, h->arc};
    vec_push(&l->queue, h->node);
    return true;
}

static void way(const lasso *l, u32 from, u32 to, arc_list *out)
{
    u32 first = out->n;

    for (u32 n = to; n != from; n = l->home.at[n].from - 1)
        vec_push(out, l->home.at[n].arc);
    for (u32 i = first, k = out->n; i + 1 < k; i++) {
        u32 swap = out->at[i];

        out->at[i] = out->at[--k];
        out->at[k] = swap;
    }
}

/* Only nodes whose vertex is expanded: the search has gone no further. */
static bool known(const lasso *l, u32 node)
{
    return l->p->g->at.at[product_vertex(l->p, node)].expanded;
}

/* To the nearest edge within the set that carries one of the marks, or, without marks, that leads
 * to the node.  Appends the way and returns where it ends. */
static u32 go(lasso *l, u32 from, edge_marks missing, u32 to, edge_marks *have, arc_list *out)
{
    begin(l, from);
    for (u32 i = 0; i < l->queue.n; i++) {
        cursor c = {.node = l->queue.at[i]};
        hop h;

        while (product_next(l->p, &c, &h)) {
            if (h.weak || h.node >= l->inside.n || !l->inside.at[h.node])
                continue;
            if (missing ? (h.marks & missing) != 0 : h.node == to) {
                way(l, from, c.node, out);
                vec_push(out, h.arc);
                *have |= h.marks;
                return h.node;
            }
            reach(l, c.node, &h);
        }
    }
    die("a component of the product is not connected");
}

/* A cycle from the node back to it. */
static void cycle(lasso *l, u32 node, arc_list *out)
{
    edge_marks have = 0;
    u32 at = node;

    vec_clear(out);
    while (l->needed & ~have)
        at = go(l, at, l->needed & ~have, node, &have, out);
    if (at != node || !out->n)
        go(l, at, 0, node, &have, out);
}

/* The ways from the start to all that is known; the nodes of the set in l->stem's order of nearness
 * are appended to `near`. */
static void ways_from_start(lasso *l, node_list *near)
{
    begin(l, product_start(l->p));
    for (u32 i = 0; i < l->queue.n && near->n < MOST_TRIED; i++) {
        cursor c = {.node = l->queue.at[i]};
        hop h;

        if (l->inside.at[c.node])
            vec_push(near, c.node);
        while (known(l, c.node) && product_next(l->p, &c, &h))
            reach(l, c.node, &h);
    }
}

static void keep_best(lasso *l, const node_list *near)
{
    arc_list loop = {0}, stem = {0};
    VEC(step_back) ways = {0};

    for (u32 i = 0; i < l->home.n; i++)
        vec_push(&ways, l->home.at[i]);
    for (u32 k = 0; k < near->n; k++) {
        vec_clear(&stem);
        for (u32 i = 0; i < ways.n; i++) /* the cycle used them */
            l->home.at[i] = ways.at[i];
        way(l, product_start(l->p), near->at[k], &stem);
        if (l->loop.n && stem.n >= l->stem.n + l->loop.n)
            break;
        cycle(l, near->at[k], &loop);
        if (l->loop.n && stem.n + loop.n >= l->stem.n + l->loop.n)
            continue;
        vec_clear(&l->stem);
        vec_clear(&l->loop);
        for (u32 i = 0; i < stem.n; i++)
            vec_push(&l->stem, stem.at[i]);
        for (u32 i = 0; i < loop.n; i++)
            vec_push(&l->loop, loop.at[i]);
    }
    vec_free(&ways);
    vec_free(&loop);
    vec_free(&stem);
}

static void add_steps(const lasso *l, const arc_list *arcs, step_list *out)
{
    for (u32 i = 0; i < arcs->n; i++) {
        const arc *a = &l->p->g->arcs.at[arcs->at[i]];

        if (!(a->flags & ARC_STAYS))
            vec_push(out, (step_taken){a->thread, a->kind, a->choice, 0});
    }
}

void lasso_find(product *p, const node_list *within, edge_marks needed, result *r)
{
    lasso l = {.p = p, .needed = needed};
    node_list near = {0};

    product_start(p);
    while (l.inside.n < p->nodes.keys.n)
        vec_push(&l.inside, false);
    for (u32 i = 0; i < within->n; i++)
        l.inside.at[within->at[i]] = true;
    ways_from_start(&l, &near);
    keep_best(&l, &near);
    add_steps(&l, &l.stem, &r->steps);
    r->lasso = r->failed = true;
    r->loop = r->steps.n;
    add_steps(&l, &l.loop, &r->steps);
    vec_free(&near);
    vec_free(&l.inside);
    vec_free(&l.home);
    vec_free(&l.queue);
    vec_free(&l.stem);
    vec_free(&l.loop);
}

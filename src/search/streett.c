/* Strong fairness: a thread that can move again and again does move again and again.
 *
 * In a strongly connected set of nodes a run can take all edges.  If no edge in it is a step of a
 * thread that can move somewhere in it, a fair run must keep away from where it can: those nodes
 * are taken out, and what is left falls apart into smaller components, which are looked at in turn
 * (Emerson and Lei, Modalities for model checking, 1987). */
#include "search/product.h"
#include "base/mutant.h"

typedef struct state_piece {
    node_list nodes;
} state_piece;

typedef struct streett {
    product *p;
    VEC(u32) piece_of; /* by node: the number of the set it is in now */
    u32 pieces;
    VEC(state_piece) todo;
} streett;

static void number(streett *s, const node_list *nodes)
{
    s->pieces++;
    for (u32 i = 0; i < nodes->n; i++) {
        while (s->piece_of.n <= nodes->at[i])
            vec_push(&s->piece_of, 0);
        s->piece_of.at[nodes->at[i]] = s->pieces;
    }
}

/* The next edge that stays in the set and may be part of a cycle. */
static bool next_inside(streett *s, cursor *c, u32 set, hop *h)
{
    while (product_next(s->p, c, h))
        if (!h->weak && h->node < s->piece_of.n && s->piece_of.at[h->node] == set)
            return true;
    return false;
}

static u32 strong(const streett *s, u32 node)
{
    return s->p->g->at.at[product_vertex(s->p, node)].strong;
}

/* What the edges inside the present set carry, and who can move in it. */
static bool weigh(streett *s, const node_list *nodes, edge_marks *carried, u32 *can_move)
{
    bool any = false;

    *carried = 0;
    *can_move = 0;
    for (u32 i = 0; i < nodes->n; i++) {
        cursor c = {.node = nodes->at[i]};
        hop h;

        *can_move |= strong(s, nodes->at[i]);
        while (next_inside(s, &c, s->pieces, &h)) {
            *carried |= h.marks;
            any = true;
        }
    }
    return any;
}

/* Tarjan's components of the nodes that are numbered `set`. */
typedef struct tarjan {
    streett *s;
    u32 set, met;
    VEC(u32) order, low; /* by node; 0: not yet met */
    VEC(cursor) path;
    node_list open;
    VEC(bool) closed;
} tarjan;

static void visit(tarjan *t, u32 node)
{
    t->order.at[node] = t->low.at[node] = ++t->met;
    vec_push(&t->path, (cursor){.node = node});
    vec_push(&t->open, node);
}

static void close_component(tarjan *t, u32 first)
{
    state_piece part = {0};
    u32 node;

    do {
        node = vec_pop(&t->open);
        t->closed.at[node] = true;
        vec_push(&part.nodes, node);
    } while (node != first);
    vec_push(&t->s->todo, part);
}

static void walk(tarjan *t, u32 start)
{
    visit(t, start);
    while (t->path.n) {
        u32 node = vec_last(&t->path).node;
        hop h;

        if (next_inside(t->s, &vec_last(&t->path), t->set, &h)) {
            if (!t->order.at[h.node])
                visit(t, h.node);
            else if (!t->closed.at[h.node] && t->order.at[h.node] < t->low.at[node])
                t->low.at[node] = t->order.at[h.node];
            continue;
        }
        (void)vec_pop(&t->path);
        if (t->path.n && t->low.at[node] < t->low.at[vec_last(&t->path).node])
            t->low.at[vec_last(&t->path).node] = t->low.at[node];
        if (t->low.at[node] == t->order.at[node])
            close_component(t, node);
    }
}

static void split(streett *s, const node_list *nodes)
{
    tarjan t = {.s = s, .set = s->pieces};

    for (u32 i = 0; i < s->piece_of.n; i++) {
        vec_push(&t.order, 0);
        vec_push(&t.low, 0);
        vec_push(&t.closed, false);
    }
    for (u32 i = 0; i < nodes->n; i++)
        if (!t.order.at[nodes->at[i]])
            walk(&t, nodes->at[i]);
    vec_free(&t.order);
    vec_free(&t.low);
    vec_free(&t.closed);
    vec_free(&t.path);
    vec_free(&t.open);
}

/* True: the set has a fair run.  Else its parts that may have one are added to what is to do. */
static bool look(streett *s, const node_list *nodes, edge_marks *needed)
{
    node_list rest = {0};
    edge_marks carried;
    u32 can_move, starved;

    number(s, nodes);
    if (!weigh(s, nodes, &carried, &can_move) || (carried & s->p->required) != s->p->required)
        return false;
    starved = can_move & ~(u32)(carried >> 32);
    *needed = s->p->required | (edge_marks)can_move << 32;
    if (!starved)
        return true;
    for (u32 i = 0; i < nodes->n; i++)
        if (!(strong(s, nodes->at[i]) & starved))
            vec_push(&rest, nodes->at[i]);
    number(s, &rest);
    if (!MUTANT(LIVE_STRONG))
        split(s, &rest);
    vec_free(&rest);
    return false;
}

void streett_find(product *p, const node_list *all, node_list *good, edge_marks *needed)
{
    streett s = {.p = p};
    state_piece first = {0};

    for (u32 i = 0; i < all->n; i++)
        vec_push(&first.nodes, all->at[i]);
    vec_push(&s.todo, first);
    while (s.todo.n) {
        state_piece part = vec_pop(&s.todo);

        if (!good->n && look(&s, &part.nodes, needed))
            for (u32 i = 0; i < part.nodes.n; i++)
                vec_push(good, part.nodes.at[i]);
        vec_free(&part.nodes);
    }
    vec_free(&s.todo);
    vec_free(&s.piece_of);
}

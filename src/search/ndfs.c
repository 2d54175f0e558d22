/* Cycles by a nested depth-first search, after Schwoon and Esparza (A note on on-the-fly
 * verification algorithms, TACAS 2005); kept to compare the components with.
 *
 * Required marks are waited for one after the other: a node of the product comes in levels, and an
 * edge leads to the first level whose mark it does not carry.  The last level is the accepting one.
 * From each accepting node that is left, a second search looks for a node of the present path. */
#include "search/product.h"

#include <assert.h>

enum { WHITE, CYAN, BLUE, RED };

typedef struct frame {
    u32 at; /* node with its level */
    cursor c;
} frame;

typedef struct ndfs {
    product *p;
    edge_marks order[64]; /* what the levels wait for */
    u32 levels;
    map at; /* node << 32 | level */
    VEC(u8) colour;
    VEC(frame) blue, red;
    VEC(u32) entries;
} ndfs;

static u32 place(ndfs *n, u32 node, u32 level)
{
    u32 at = map_number(&n->at, (u64)node << 32 | level);

    if (at == n->colour.n)
        vec_push(&n->colour, WHITE);
    return at;
}

static u32 node_at(const ndfs *n, u32 at)
{
    return (u32)(n->at.keys.at[at] >> 32);
}

static bool accepting(const ndfs *n, u32 at)
{
    return (u32)n->at.keys.at[at] == n->levels;
}

static u32 level_after(const ndfs *n, u32 at, edge_marks carried)
{
    u32 level = accepting(n, at) ? 0 : (u32)n->at.keys.at[at];

    while (level < n->levels && carried & n->order[level])
        level++;
    return level;
}

static void open_frame(ndfs *n, u32 at, bool red)
{
    frame f = {.at = at, .c = {.node = node_at(n, at)}};

    n->colour.at[at] = red ? RED : CYAN;
    if (red)
        vec_push(&n->red, f);
    else
        vec_push(&n->blue, f);
}

static bool stopped(const ndfs *n)
{
    return n->p->g->x.stopped;
}

/* The cycle: the path from the node met, and what the second search added to it. */
static bool report(ndfs *n, u32 met, result *r)
{
    node_list cycle = {0};
    u32 from = n->blue.n;

    while (from && n->blue.at[from - 1].at != met)
        from--;
    assert(from); /* what is cyan is on the path */
    for (u32 i = from - 1; i < n->blue.n; i++)
        vec_push(&cycle, node_at(n, n->blue.at[i].at));
    for (u32 i = 0; i < n->red.n; i++)
        vec_push(&cycle, node_at(n, n->red.at[i].at));
    lasso_find(n->p, &cycle, n->p->required, r);
    vec_free(&cycle);
    return true;
}

static bool search_red(ndfs *n, u32 seed, result *r)
{
    open_frame(n, seed, true);
    n->colour.at[seed] = CYAN; /* it is still on the path */
    while (n->red.n && !stopped(n)) {
        hop h;
        u32 at;

        explore_tick(&n->p->g->x);
        if (!product_next(n->p, &vec_last(&n->red).c, &h)) {
            (void)vec_pop(&n->red);
            continue;
        }
        if (h.weak)
            continue;
        at = place(n, h.node, level_after(n, vec_last(&n->red).at, h.marks));
        if (n->colour.at[at] == CYAN)
            return report(n, at, r);
        if (n->colour.at[at] == BLUE)
            open_frame(n, at, true);
    }
    return false;
}

static bool leave(ndfs *n, result *r)
{
    u32 at = vec_last(&n->blue).at;

    assert(n->colour.at[at] == CYAN && !n->red.n);
    if (accepting(n, at)) {
        if (search_red(n, at, r))
            return true;
        n->colour.at[at] = RED;
    } else {
        n->colour.at[at] = BLUE;
    }
    (void)vec_pop(&n->blue);
    return false;
}

static void follow(ndfs *n, const hop *h)
{
    u32 from = vec_last(&n->blue).at, at;

    if (h->weak) {
        at = place(n, h->node, 0);
        if (n->colour.at[at] == WHITE)
            vec_push(&n->entries, at);
        return;
    }
    at = place(n, h->node, level_after(n, from, h->marks));
    if (n->colour.at[at] == CYAN)
        product_whole(n->p, node_at(n, from));
    else if (n->colour.at[at] == WHITE)
        open_frame(n, at, false);
}

static bool search_from(ndfs *n, u32 at, result *r)
{
    bool got = false;

    if (n->colour.at[at] != WHITE)
        return false;
    open_frame(n, at, false);
    while (n->blue.n && !got && !stopped(n)) {
        hop h;

        explore_tick(&n->p->g->x);
        if (product_next(n->p, &vec_last(&n->blue).c, &h))
            follow(n, &h);
        else if (!stopped(n))
            got = leave(n, r);
    }
    return got;
}

bool ndfs_search(product *p, result *r)
{
    ndfs n = {.p = p};
    bool got = false;

    for (u32 i = 0; i < 64; i++)
        if (p->required >> i & 1)
            n.order[n.levels++] = (edge_marks)1 << i;
    vec_push(&n.entries, place(&n, product_start(p), 0));
    while (n.entries.n && !got && !stopped(&n))
        got = search_from(&n, vec_pop(&n.entries), r);
    map_free(&n.at);
    vec_free(&n.colour);
    vec_free(&n.blue);
    vec_free(&n.red);
    vec_free(&n.entries);
    return got;
}

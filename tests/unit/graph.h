/* A system that is a drawn graph: nodes from 1 on, edges with a thread, a cost and flags.  Its rank
 * is what the edges taken have cost, and no edge is enabled that would exceed the budget; without a
 * budget it is the set of threads that sleep after the last edge, which is that edge's cost.  Node
 * 1 is the start; an edge to node 0 fails at the line of its origin. */
#ifndef GRAPH_H
#define GRAPH_H

#include "system.h"

typedef struct edge {
    u8 from, to, thread, flags;
    u32 cost;
} edge;

#define NO_BUDGET UINT32_MAX

typedef struct graph {
    sys base;
    system_ops ops;
    const edge *edges;
    u32 n;
    u32 budget;     /* or NO_BUDGET */
    const u8 *same; /* match keys by node */
    u32 at, spent;
} graph;

static bool graph_can(const graph *g, const edge *e)
{
    if (g->budget == NO_BUDGET && g->spent >> e->thread & 1)
        return false;
    return e->from == g->at && (g->budget == NO_BUDGET || g->spent + e->cost <= g->budget);
}

/* A thread's edges from one node are the choices of its move. */
static const edge *graph_edge(const graph *g, u32 thread, u32 choice)
{
    for (u32 i = 0; i < g->n; i++)
        if (graph_can(g, &g->edges[i]) && g->edges[i].thread == thread && !choice--)
            return &g->edges[i];
    return NULL;
}

static void graph_moves(sys *s, move_list *out)
{
    const graph *g = (graph *)s;

    vec_clear(out);
    for (u32 thread = 0; thread < 16; thread++) {
        const edge *first = graph_edge(g, thread, 0);
        move m = {.thread = (u16)thread};

        while (graph_edge(g, thread, m.choices))
            m.choices++;
        if (!first)
            continue;
        m.flags = (u8)(first->flags | MOVE_ENABLED);
        vec_push(out, m);
    }
}

static void graph_step(sys *s, u16 thread, move_kind kind, u32 choice, taken *out)
{
    graph *g = (graph *)s;
    const edge *e = graph_edge(g, thread, choice);

    (void)kind;
    vec_clear(&out->events);
    out->steps = 1;
    out->outcome = e->to ? OUT_RAN : OUT_ERROR;
    out->error = (failure){ERR_ASSERTION, thread, "graph", e->from, "here"};
    g->at = e->to;
    g->spent = g->budget == NO_BUDGET ? e->cost : g->spent + e->cost;
}

static status graph_status(sys *s)
{
    move_list moves = {0};
    bool any;

    graph_moves(s, &moves);
    any = moves.n > 0;
    vec_free(&moves);
    return any ? ST_RUNNING : ST_DONE;
}

static state_key graph_save(sys *s)
{
    return ((graph *)s)->at;
}

static void graph_restore(sys *s, state_key key)
{
    ((graph *)s)->at = (u32)key;
    ((graph *)s)->spent = 0;
}

static void graph_reset(sys *s)
{
    graph_restore(s, 1);
}

static state_key graph_match(sys *s)
{
    return ((graph *)s)->same[((graph *)s)->at];
}

static u32 graph_rank(sys *s)
{
    return ((graph *)s)->spent;
}

static void graph_set_rank(sys *s, u32 rank)
{
    ((graph *)s)->spent = rank;
}

static void graph_close(sys *s)
{
    mem_free(s);
}

static u64 graph_memory(const sys *s)
{
    (void)s;
    return sizeof(graph);
}

static const system_rank graph_ranks = {.get = graph_rank, .set = graph_set_rank};
static const system_match graph_matches = {.key = graph_match};

/* Edges and match keys, which may be NULL, stay the caller's. */
static sys *graph_open(const edge *edges, u32 n, u32 budget, const u8 *same)
{
    graph *g = mem_alloc(sizeof *g);

    g->ops = (system_ops){.moves = graph_moves,
                          .step = graph_step,
                          .status = graph_status,
                          .save = graph_save,
                          .restore = graph_restore,
                          .reset = graph_reset,
                          .rank = &graph_ranks,
                          .match = same ? &graph_matches : NULL,
                          .close = graph_close,
                          .memory = graph_memory};
    g->base.ops = &g->ops;
    g->edges = edges;
    g->n = n;
    g->budget = budget;
    g->same = same;
    graph_reset(&g->base);
    return &g->base;
}

#endif

/* The states of a system and the steps between them, found on demand and kept, for the engines that
 * look at a state more than once.  Only for src/search. */
#ifndef SEARCH_GRAPH_H
#define SEARCH_GRAPH_H

#include "search/explore.h"
#include "base/map.h"

enum {
    ARC_WEAK =
        1, /* for no reason: a spurious wake-up, a weak compare-exchange that could succeed */
    ARC_STAYS = 2,   /* the run has ended, its last state stays */
    ARC_PROGRESS = 4 /* see taken.progress */
};

typedef struct arc {
    u32 to; /* a vertex */
    u32 choice;
    u16 thread;
    u8 kind, flags;
} arc;

typedef struct vertex {
    u32 first, count;       /* arcs */
    u32 later, later_count; /* those that a persistent set put off, once they are asked for */
    u64 letter;             /* the propositions that hold, as bits */
    u32 strong;             /* threads that have a strong move (graph_agent), */
    u32 waits;              /* and those that wait for a lock, a condition or a semaphore */
    bool last;              /* something can move, but led to no new vertex (graph.strongly) */
    bool expanded;          /* nothing above is known before */
    bool holds_back;        /* there are moves that are put off and were not asked for; then there
                               is an arc that is not weak */
} vertex;

/* That strong and waits tell apart.  Where there are store buffers these are agents of their own,
 * from GRAPH_BUFFERS on, and there may be as many threads. */
enum { GRAPH_THREADS = 32, GRAPH_BUFFERS = 16 };

static inline u32 graph_agent(u16 thread, move_kind kind)
{
    return kind == MOVE_FLUSH ? GRAPH_BUFFERS + (u32)thread : thread;
}

typedef VEC(arc) arc_vector;

typedef struct explored_graph {
    explorer x;
    const u32 *queries; /* by bit of a letter: */
    u32 nqueries;
    bool threads_told; /* strong and waits are needed: more threads end the search */
    bool buffers;      /* there are store buffers */
    map keys;          /* of the vertices; the first is the initial state */
    VEC(vertex) at;
    arc_vector arcs;
    bool frozen;   /* what is not expanded stays so, and has no arcs */
    u32 failed_at; /* where the explorer's failure was met */
    successor_list found;
    bool strongly;  /* the moves taken last led to a new vertex, not by a spurious wake-up alone */
    bool by_levels; /* only graph_look is used: the engine numbers the vertices (live_workers.c) */
    bool back;      /* then: a move led to a vertex that is not of the next level */
    u64 depth;      /* then: of the vertex that is looked at */
    VEC(u8) seen;   /* by graph_complete */
} explored_graph;

/* False: the search is over with the initial state. */
bool graph_open(explored_graph *g, sys *s, const search_options *o, result *r);
/* The verdict so far, the figures, and the path to a failure into the result; frees the graph. */
void graph_close(explored_graph *g);
/* Finds the arcs of a vertex.  False when the search was stopped. */
bool graph_expand(explored_graph *g, u32 v);
/* What a state is, and its arcs behind the others; by levels their targets are keys, `found` has
 * those that are new, and what is put off is taken where an arc leads to none of the next level.
 * False: a proposition has no value there. */
bool graph_look(explored_graph *g, state_key key, vertex *found);
/* Also those that were put off. */
bool graph_expand_later(explored_graph *g, u32 v);
/* Expands every vertex that can be reached, some of them wholly, so that no step is put off for
 * ever. */
void graph_complete(explored_graph *g);
/* Looks for a hang, in a graph that is complete. */
void graph_hangs(explored_graph *g);
/* The steps of a shortest way to a vertex. */
void graph_way(const explored_graph *g, u32 to, step_list *out);

/* Arc i of a vertex, those that were put off behind the others. */
static inline const arc *graph_arc(const explored_graph *g, u32 v, u32 i)
{
    const vertex *x = &g->at.at[v];

    assert(x->expanded && i < x->count + x->later_count);
    return &g->arcs.at[i < x->count ? x->first + i : x->later + (i - x->count)];
}

#endif

/* All states of a system and the steps between them, for questions that need the whole graph.  Only
 * for src/search. */
#ifndef SEARCH_STATE_GRAPH_H
#define SEARCH_STATE_GRAPH_H

#include "base/map.h"
#include "search/search.h"

typedef struct graph_arc {
    u32 to;
    step_taken by; /* NO_THREAD: no step, a state without successors stays */
} graph_arc;

typedef struct state_graph {
    sys *s;
    const search_options *o;
    result *r;
    const char *asked;   /* the option that asks, for messages */
    const u32 *queries;  /* by atom */
    u32 natoms;          /* at most 64 */
    bool stays;          /* a state without successors is its own */
    u64 more;            /* bytes that the caller needs for each state */
    VEC(u32) keys;       /* by state: for restore */
    VEC(u32) first;      /* by state: its arcs begin there; one more at the end */
    VEC(graph_arc) arcs; /* by state they come from */
    VEC(u64) atoms;      /* by state: bits */
    map states;          /* match key: state */
    move_list moves;
    taken taken;
    bool stopped; /* the verdict is UNKNOWN, with its reason */
} state_graph;

/* From the initial state, which is number 0. */
void state_graph_build(state_graph *g);
/* UNKNOWN, for the first reason that is given. */
void state_graph_stop(state_graph *g, const char *why);
/* Stops at the limits of the search; to be called now and then. */
void state_graph_limits(state_graph *g);
void state_graph_free(state_graph *g);

#endif

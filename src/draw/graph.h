/* The states of a system as a graph, to be drawn. */
#ifndef DRAW_GRAPH_H
#define DRAW_GRAPH_H

#include "base/map.h"
#include "report/source.h"
#include "system.h"

typedef enum drawn_kind {
    NODE_PLAIN,
    NODE_DONE,   /* the program has ended */
    NODE_STUCK,  /* a deadlock or a hang */
    NODE_ERROR,  /* a step failed */
    NODE_PRUNED, /* an assumption does not hold */
    NODE_CUT     /* what follows was not looked at */
} drawn_kind;

typedef struct graph_node {
    drawn_kind kind;
    char *label;   /* by what states are collapsed, or the error; "" none */
    u32 states;    /* that it stands for */
    u32 component; /* the strongly connected one that it is in */
    bool cycle;    /* an edge from it is part of one */
} graph_node;

typedef struct graph_edge {
    u32 from, to;
    u16 thread;
    bool cycle; /* it is part of one */
    char *label;
} graph_edge;

typedef struct drawn_graph {
    VEC(graph_node) nodes; /* [0] is the initial state */
    VEC(graph_edge) edges;
    u32 states; /* that were met */
    bool cut;
} drawn_graph;

typedef struct graph_settings {
    const char *collapse; /* states in which this expression has the same value are one; or NULL */
    u32 most;             /* states */
    bool allow_deadlock, allow_hang;
} graph_settings;

/* Explores the system, breadth first. */
void draw_make(drawn_graph *g, sys *s, const graph_settings *o);
void draw_free(drawn_graph *g);
/* Appends it in the language of Graphviz. */
void draw_print(const drawn_graph *g, const char *title, text *out);

#endif

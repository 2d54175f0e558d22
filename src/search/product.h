/* Runs that never end, as paths through the product of the graph with an automaton that reads its
 * letters.  Only for src/search. */
#ifndef SEARCH_PRODUCT_H
#define SEARCH_PRODUCT_H

#include "ltl/automaton.h"
#include "search/graph.h"
#include "search/liveness.h"

/* What an edge of the product carries: the automaton's sets in the low half, threads above. */
typedef u64 edge_marks;
#define THREAD_MARK(t) ((edge_marks)1 << 32 << (t))
#define ALL_THREADS    ((edge_marks)0xffffffff << 32)
#define ALL_BUFFERS    (ALL_THREADS << GRAPH_BUFFERS)

typedef struct product {
    explored_graph *g;
    const goal *goal;
    map nodes;           /* vertex << 32 | state of the automaton */
    VEC(bool) whole;     /* by node: moves that were put off are needed too */
    edge_marks followed; /* the agents that a run must be fair to */
    edge_marks
        required; /* on the edges of a cycle, all together; of strong fairness only the sets */
} product;

/* A place in the list of a node's edges; begins as {node}. */
typedef struct cursor {
    u32 node, arc, edge;
} cursor;

typedef struct hop {
    u32 node;
    u32 arc; /* of the graph */
    edge_marks marks;
    bool weak; /* no cycle goes this way */
} hop;

void product_open(product *p, explored_graph *g, const goal *to);
void product_free(product *p);
u64 product_bytes(const product *p);
/* The first node. */
u32 product_start(product *p);
/* The next edge from a node; false when there is none, or the search was stopped. */
bool product_next(product *p, cursor *c, hop *out);
/* The same, without numbers for nodes, of a graph of which nothing more is explored: the next edge
 * from state q of the automaton at a vertex leads to vertex out->node and state *to. */
bool product_edge(const product *p, u32 v, u32 q, cursor *c, hop *out, u32 *to);
/* The node closes a cycle: what its persistent set put off has to be looked at. */
void product_whole(product *p, u32 node);

static inline u32 product_vertex(const product *p, u32 node)
{
    return (u32)(p->nodes.keys.at[node] >> 32);
}

typedef VEC(u32) node_list;

/* Fills the result from a set of nodes that are strongly connected and whose edges carry what is
 * `needed`. */
void lasso_find(product *p, const node_list *within, edge_marks needed, result *r);
/* Looks in a component for runs that are strongly fair; the nodes of one, and the marks on it, or
 * an empty list. */
void streett_find(product *p, const node_list *component, node_list *good, edge_marks *needed);

/* The engines: true when a run was found, which is then in the result. */
bool scc_search(product *p, result *r);
bool ndfs_search(product *p, result *r);

#endif

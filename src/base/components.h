/* The strongly connected components of a graph: sets of nodes that lead to each other. */
#ifndef BASE_COMPONENTS_H
#define BASE_COMPONENTS_H

#include "base/vec.h"

typedef struct components {
    u32 n;
    u32 *of;    /* by node; what a component leads to has a lower number */
    bool *left; /* by component: does an edge lead out of it? */
} components;

/* Nodes 0..n-1; the edges of node k lead to to[first[k]] ... to[first[k + 1] - 1]. */
void components_find(components *c, u32 n, const u32 *first, const u32 *to);
void components_free(components *c);

#endif

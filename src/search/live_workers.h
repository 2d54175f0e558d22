/* Runs that never end, by several processes.  Only for src/search. */
#ifndef SEARCH_LIVE_WORKERS_H
#define SEARCH_LIVE_WORKERS_H

#include "search/graph.h"
#include "search/liveness.h"

/* By o->workers processes. */
void liveness_by_several(sys *s, const search_options *o, liveness_question *l, result *r);

/* Parts of liveness.c: does the graph need to know which threads can move; the search fails with
 * the goal. */
bool liveness_needs_threads(const liveness_question *l);
void liveness_fail(explored_graph *g, const goal *to);

#endif

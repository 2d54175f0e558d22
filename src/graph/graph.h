/* Search over execution graphs, under RC11 or its fragment of releases and acquires: the machine
 * runs each thread alone, and its reads are answered from a graph of events. */
#ifndef GRAPH_GRAPH_H
#define GRAPH_GRAPH_H

#include "base/text.h"
#include "search/search.h"
#include "system.h"
#include "trace.h"
#include "vm/vm.h"

enum { GRAPH_DEPTH = 1000 }; /* events of a thread, where nobody says otherwise */

/* `s` is a machine with vm_options.alone.  Of models that have no graphs of their own (sc, tso,
 * pso) executions are counted: see buffers.c. Data races are errors.  A failure is told in
 * `explanation`, since no sequence of steps of the machine leads to it; its execution becomes the
 * moves of `t`, if that is not NULL. */
void graph_search(sys *s, const search_options *o, memory_model model, result *r, trace *t,
                  text *explanation);
/* Takes the execution again, in a machine at its initial state, and tells it as the search did.
 * NULL when it comes to the recorded error, else a sentence. */
const char *graph_replay(sys *s, const trace *t, memory_model model, text *explanation);

#endif

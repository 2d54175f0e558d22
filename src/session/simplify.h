/* Counterexamples with few preemptions. */
#ifndef SESSION_SIMPLIFY_H
#define SESSION_SIMPLIFY_H

#include "search/search.h"

/* What a run is looked for in: `open` opens a new system in its initial state, which has no rank
 * and whose steps are those of the result. */
typedef struct simplify_in {
    sys *(*open)(const void *with);
    const void *with;
    const search_options *o; /* of the search that found it */
} simplify_in;

/* Looks for a run to the same error, by kind and place, with fewer preemptions than r->preemptions,
 * and of those for one with few steps; when there is one, r->steps and the moves of `t` become its,
 * by taking them in `s`.  t->calmest: it is proved that no run to the error has fewer than the one
 * that is kept. */
void simplify_trace(const simplify_in *in, sys *s, result *r, trace *t);
/* The same for a system whose runs can only be begun again: stretches of one thread are moved
 * together as long as the same error is reached, in half a second.  Nothing is proved. */
void simplify_runs(sys *s, result *r, trace *t);

#endif

/* A system over a system in which threads are preempted only so often. */
#ifndef WRAP_CONTEXT_H
#define WRAP_CONTEXT_H

#include "system.h"

/* Takes `inner` over, which must have no rank of its own; the rank is the number of preemptions,
 * the less the better. */
sys *context_open(sys *inner, u32 bound);
/* Another bound, for a new search; what the old one cut is forgotten. */
void context_bound(sys *s, u32 bound);
/* Whether the search that took all moves left something out: there is a state with moves beyond the
 * bound that was not expanded with fewer preemptions too. */
bool context_cut(const sys *s);

#endif

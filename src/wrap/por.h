/* Partial-order reductions over a system: supersteps, persistent sets, sleep sets. */
#ifndef WRAP_POR_H
#define WRAP_POR_H

#include "system.h"

enum {
    POR_SUPERSTEP = 1,
    POR_PERSISTENT = 2,
    POR_SLEEP = 4,
    POR_EVENTS = 8,      /* steps hand on their events; nothing else needs them */
    POR_CHECK = 16,      /* for --self-check: what is looked ahead keeps the rules */
    POR_RACES = 64,      /* the system tells accesses: data races are found; not with POR_SLEEP */
    POR_WHOLE_RUNS = 32, /* with supersteps: persistent sets also by what threads do to their end */
};

/* Takes `inner` over.  It must record footprints: every access to what others can reach. */
sys *por_open(sys *inner, u32 flags);

#endif

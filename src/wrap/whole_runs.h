/* Persistent sets of one thread, found by what all others do until they end.  Only for src/wrap. */
#ifndef WRAP_WHOLE_RUNS_H
#define WRAP_WHOLE_RUNS_H

#include "wrap/look_ahead.h"

/* All supersteps were looked ahead.  True: those of all threads but one are `later`. */
bool whole_runs_choose(look_ahead *l);

#endif

/* Data abstraction: states with equal values of some queries are the same to the search. */
#ifndef WRAP_ABSTRACT_H
#define WRAP_ABSTRACT_H

#include "system.h"

/* Queries first, first + 1, ... of the system; with `control`, where each thread is counts too. */
sys *abstract_open(sys *inner, u32 first, u32 count, bool control);
/* From now on states match as they do in the inner system; queries are still evaluated. */
void abstract_exact(sys *s);

#endif

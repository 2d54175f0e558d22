/* Searches that end with a verdict wherever they have to stop. */
#ifndef GUARD_H
#define GUARD_H

#include "search/search.h"

/* Does the work; what halts it makes the verdict UNKNOWN, and r->halted is set. */
void search_guarded(const search_options *o, result *r, void (*work)(void *), void *with);

#endif

/* Searches that end with a verdict wherever they have to stop. */
#ifndef SEARCH_GUARD_H
#define SEARCH_GUARD_H

#include "search/search.h"

typedef void search_work(sys *s, const search_options *o, result *r, void *with);
/* Does the work; what halts it makes the verdict UNKNOWN, and r->halted is set. */
void search_guarded(sys *s, const search_options *o, result *r, search_work *work, void *with);

#endif

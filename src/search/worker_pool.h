/* Several processes that take one stateless search apart. */
#ifndef SEARCH_WORKER_POOL_H
#define SEARCH_WORKER_POOL_H

#include "base/base.h"

typedef struct worker_pool worker_pool;

enum { WORKERS_MOST = 64 };

/* So many processes that work at a time; this one is the first.  NULL: the system has no room.  For
 * tests: with HEDDLE_LATE=N in the environment N parts are handed over as soon as they can be, and
 * begun when nobody else works, so that all that they ask for comes as late as it can. */
worker_pool *worker_pool_open(u32 workers);
void worker_pool_close(worker_pool *c);
u32 worker_pool_size(const worker_pool *c);
/* In a process that was forked: ends it, and for this reason the search of all.  In the first one
 * it returns. */
void worker_pool_quit(worker_pool *c, const char *why);

#endif

/* Runs by chance in several processes. */
#ifndef SESSION_WORKERS_H
#define SESSION_WORKERS_H

#include "session/check.h"

/* Divides the runs among the workers, each with a system of its own from `start`, and joins what
 * they found in c->r.  One failure ends them all. */
void workers_search(session *c, u32 workers, sys *(*start)(const session *c));

#endif

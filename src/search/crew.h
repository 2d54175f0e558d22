/* Several processes that take one stateless search apart. */
#ifndef CREW_H
#define CREW_H

#include "base/base.h"

typedef struct crew crew;

enum { CREW_MOST = 64 };

/* So many processes that work at a time; this one is the first.  NULL: the system has no room.  For
 * tests: with HEDDLE_LATE=N in the environment N parts are handed over as soon as they can be, and
 * begun when nobody else works, so that all that they ask for comes as late as it can. */
crew *crew_open(u32 workers);
void crew_close(crew *c);
u32 crew_workers(const crew *c);
/* In a process that was hired: ends it, and for this reason the search of all.  In the first one it
 * returns. */
void crew_quit(crew *c, const char *why);

#endif

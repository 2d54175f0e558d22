/* What new states come from: the lines whose steps lead to them, and how many values the
 * variables there have.  A sample, for advice where a search does not end. */
#ifndef GROWTH_H
#define GROWTH_H

#include "base/map.h"
#include "system.h"

enum { GROWTH_BITS = 4096, GROWTH_EVERY = 64 };

/* One place of the program. */
typedef struct growth_row {
    const char *file; /* the system's string */
    u32 line;
    char *where;                  /* what is read or written there, "" nothing */
    u64 states;                   /* of the sample */
    u64 values[GROWTH_BITS / 64]; /* by their hashes */
} growth_row;

typedef struct growth {
    map places; /* func and pc of an event */
    VEC(growth_row) rows;
    u64 states; /* of the sample */
    u64 every;  /* of so many states one; 0: GROWTH_EVERY */
} growth;

/* The system came to a new state by a step whose first operation was this. */
void growth_add(growth *g, sys *s, const event *e);
/* How many values the variable had, about. */
u64 growth_values(const growth_row *r);
/* The places of one line together, the line with the most states first. */
/* Is the state with this number one of the sample? */
static inline bool growth_takes(const growth *g, u64 number)
{
    return g && number % (g->every ? g->every : GROWTH_EVERY) == 0;
}
void growth_sort(growth *g);
void growth_free(growth *g);

#endif

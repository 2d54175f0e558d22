/* What new states come from: the lines whose steps lead to them, and how many values the
 * variables there have.  A sample, for advice where a search does not end. */
#ifndef SEARCH_GROWTH_H
#define SEARCH_GROWTH_H

#include "base/map.h"
#include "system.h"

enum { GROWTH_BITS = 4096, GROWTH_EVERY = 64 };
enum { GROWTH_MANY = 8 }; /* values that are worth a word */

/* One place of the program. */
typedef struct growth_row {
    const char *file; /* the system's string */
    u32 line;
    char *where;                  /* what is read or written there, "" nothing */
    u64 states;                   /* of the sample */
    u64 values[GROWTH_BITS / 64]; /* by their hashes */
} growth_row;

/* Whose steps lead to them. */
typedef struct growth_thread {
    char *name; /* NULL: none yet */
    u64 states;
} growth_thread;

typedef struct growth {
    map places; /* func and pc of an event */
    VEC(growth_row) rows;
    VEC(growth_thread) threads; /* by slot */
    u64 states;                 /* of the sample */
    u64 every;                  /* of so many states one; 0: GROWTH_EVERY */
    /* Called in place of all that, with `with`; or NULL. */
    void (*each)(void *with, sys *s, const event *e);
    void *with;
} growth;

/* The system came to a new state by a step whose first operation was this. */
void growth_add(growth *g, sys *s, const event *e);
/* How many values the variable had, about; UINT64_MAX: more than can be told. */
u64 growth_values(const growth_row *r);
/* Is the state with this number one of the sample? */
static inline bool growth_takes(const growth *g, u64 number)
{
    return g && number % (g->every ? g->every : GROWTH_EVERY) == 0;
}
/* The places of one line together, the line with the most states first. */
void growth_sort(growth *g);
/* Appends `prog.c:12 (45%, n has about 900 values), ...`: at most so many lines, none below 5%, and
 * the thread most states come from, where it is one; returns how many lines. */
u32 growth_say(const growth *g, u32 most, text *out);
void growth_free(growth *g);

#endif

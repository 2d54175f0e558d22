/* Hash-consing of word strings: equal contents get equal numbers.  States are trees of these. */
#ifndef STORE_INTERN_H
#define STORE_INTERN_H

#include "base/base.h"

#include <assert.h>

struct sealed;

/* Of a table that several processes fill. */
typedef struct intern_shared intern_shared;

typedef struct intern {
    u32 *words;     /* a reserved stretch of address space; [id] is a length, the contents follow */
    u64 used, room; /* in words */
    u64 *slots;     /* hash tag << 32 | id; 0 is free */
    u64 mask, count;
    u64 limit; /* bytes; past it `full` is set and puts still succeed */
    bool full;
    intern_shared
        *shared; /* NULL: one process has the table, else `used`, `mask` and `count` lie there */
    u64 mine, mine_end; /* words that this process has to itself */
    u32 self;           /* whose they are */
} intern;

void intern_open(intern *t, u64 limit_bytes);
/* The same for processes that are forked later; false: there is no room. */
bool intern_open_shared(intern *t, u64 limit_bytes);
void intern_close(intern *t);
/* Empties a shared table.  No other process uses it meanwhile; afterwards each process calls
 * intern_forget before it does. */
void intern_clear_shared(intern *t);
void intern_forget(intern *t);
/* The number of the string; never 0.  `fresh` (may be NULL) says whether it was new. */
u32 intern_put(intern *t, const u32 *words, u32 n, bool *fresh);
u64 intern_used_shared(const intern *t);
static inline u64 intern_used(const intern *t)
{
    return t->shared ? intern_used_shared(t) : t->used;
}
static inline const u32 *intern_get(const intern *t, u32 id, u32 *n)
{
    assert(id && id < intern_used(t));
    *n = t->words[id];
    return t->words + id + 1;
}
u64 intern_bytes(const intern *t);
/* All strings with their numbers, to a file and from it; not of a shared table.  False: what is
 * there does not go on from what the table has. */
void intern_write(const intern *t, struct sealed *to);
bool intern_read(intern *t, struct sealed *from);

#endif

/* Searches that keep less of the states they have seen: what is left of the saved ones.  Only for
 * src/search. */
#ifndef SEARCH_COLLECT_H
#define SEARCH_COLLECT_H

#include "search/explore.h"

/* The set of prints, unless it is there already. */
void collect_open(explorer *x);
/* The saved states are too many: between two expansions, all but those still to be explored can be
 * thrown away.  collect_begin, then collect_key for each of these, then collect_end. */
static inline bool collect_due(const explorer *x)
{
    return UNLIKELY(x->collect_at && sys_memory(x->s) > x->collect_at);
}
/* From how many bytes on, with those that there are now. */
u64 collect_next(const explorer *x);
sys *collect_begin(explorer *x);
u32 collect_key(explorer *x, sys *old, u32 key);
void collect_end(explorer *x, sys *old);
/* The reason why a search with nothing left to explore proves nothing. */
void collect_say(const explorer *x);

#endif

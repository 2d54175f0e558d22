/* The exact set of visited states, by key.  Keys are numbers of an intern table, below 2^32. */
#ifndef VISITED_H
#define VISITED_H

#include "base/base.h"

typedef enum seen { SEEN_NEW, SEEN_BEFORE, SEEN_BETTER } seen;

typedef struct visited {
    u64 *bits; /* one a key */
    u64 words;
    u64 count;
    u64 *ranks; /* key << 32 | rank + 1, open addressing; 0 is free; only when ranks are used */
    u64 mask, ranked;
} visited;

void visited_grow(visited *v, u64 key);
void visited_free(visited *v);
u64 visited_bytes(const visited *v);
/* As visited_put, and BETTER when the key is there with a greater rank, which is then replaced.
 * On one set use this, visited_put_mask or visited_put, never two of them.  Ranks and masks are
 * below 2^32 - 1. */
seen visited_put_ranked(visited *v, u64 key, u32 rank);
/* As visited_put, and BETTER when the key is there with bits that *mask lacks, which are then taken
 * away; *mask becomes what is left. */
seen visited_put_mask(visited *v, u64 key, u32 *mask);
/* The rank of a key that was put with one. */
u32 visited_rank(const visited *v, u64 key);

/* NEW when the key was not in the set; it is afterwards. */
static inline seen visited_put(visited *v, u64 key)
{
    u64 word = key >> 6, bit = (u64)1 << (key & 63);

    if (UNLIKELY(word >= v->words))
        visited_grow(v, key);
    if (v->bits[word] & bit)
        return SEEN_BEFORE;
    v->bits[word] |= bit;
    v->count++;
    return SEEN_NEW;
}
static inline bool visited_has(const visited *v, u64 key)
{
    return key >> 6 < v->words && v->bits[key >> 6] >> (key & 63) & 1;
}

#endif

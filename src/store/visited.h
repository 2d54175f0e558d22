/* The exact set of visited states, by key.  Keys are numbers of an intern table, below 2^32. */
#ifndef STORE_VISITED_H
#define STORE_VISITED_H

#include "base/base.h"

struct sealed;

/* AHEAD: seen, but not explored yet; only of a search by levels. */
typedef enum seen { SEEN_NEW, SEEN_BEFORE, SEEN_BETTER, SEEN_AHEAD } seen;

typedef struct visited {
    u64 *bits; /* one a key */
    u64 words;
    u64 count;
    bool shared; /* by processes that are forked later; `count` is what this one put */
    u64 *ranks;  /* key << 32 | rank + 1, open addressing; 0 is free; only when ranks are used */
    u64 mask, ranked;
} visited;

/* For several processes, without ranks; false: there is no room. */
bool visited_open_shared(visited *v);
void visited_grow(visited *v, u64 key);
void visited_free(visited *v);
/* Takes every key out of a shared set, which nobody else uses meanwhile. */
void visited_clear(visited *v);
u64 visited_bytes(const visited *v);
/* To a file, and from it in place of what is there; not of a shared set.  False: there is less. */
void visited_write(const visited *v, struct sealed *to);
bool visited_read(visited *v, struct sealed *from);
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
    if (UNLIKELY(v->shared)) {
        if (__atomic_fetch_or(&v->bits[word], bit, __ATOMIC_ACQ_REL) & bit)
            return SEEN_BEFORE;
        v->count++;
        return SEEN_NEW;
    }
    if (v->bits[word] & bit)
        return SEEN_BEFORE;
    v->bits[word] |= bit;
    v->count++;
    return SEEN_NEW;
}
static inline void visited_drop(visited *v, u64 key)
{
    if (key >> 6 < v->words)
        __atomic_fetch_and(&v->bits[key >> 6], ~((u64)1 << (key & 63)), __ATOMIC_RELAXED);
}
static inline bool visited_has(const visited *v, u64 key)
{
    return key >> 6 < v->words &&
           __atomic_load_n(&v->bits[key >> 6], __ATOMIC_ACQUIRE) >> (key & 63) & 1;
}

#endif

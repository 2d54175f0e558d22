/* The exact visited set.
 *
 * Equal states have equal keys and a key is a place in the arena of an intern table, so one bit a
 * place is exact and needs no hashing: with roots of five words it costs under a byte a state.
 * Ranks (the depth a state was met at, the threads that slept) live in a table of their own, filled
 * only by visited_put_ranked and visited_put_mask; invariant: then every key whose bit is set has
 * one entry there. */
#include "store/visited.h"
#include "base/hash.h"
#include "base/mutant.h"
#include "base/sealed.h"
#include "store/shared.h"

#include <assert.h>
#include <string.h>

static const u64 all_bytes = ((u64)UINT32_MAX + 1) / 8; /* a bit for each key */

bool visited_open_shared(visited *v)
{
    *v = (visited){.shared = true, .words = all_bytes / sizeof *v->bits};
    v->bits = shared_reserve(all_bytes);
    return v->bits != NULL;
}

void visited_grow(visited *v, u64 key)
{
    u64 words = v->words + v->words / 2;

    if (key > UINT32_MAX || v->shared)
        die("a state key of more than 32 bits");
    if (words < (key >> 6) + 1)
        words = (key >> 6) + 1;
    if (words < 512)
        words = 512;
    v->bits = mem_resize(v->bits, words * sizeof *v->bits);
    memset(v->bits + v->words, 0, (words - v->words) * sizeof *v->bits);
    v->words = words;
}

void visited_free(visited *v)
{
    if (v->shared && v->bits)
        shared_release(v->bits, all_bytes);
    else
        mem_free(v->bits);
    mem_free(v->ranks);
    *v = (visited){0};
}

void visited_clear(visited *v)
{
    assert(v->shared);
    shared_wipe(v->bits, all_bytes);
}

u64 visited_bytes(const visited *v)
{
    if (v->shared)
        return 0; /* a bit for each word of the table, which is counted */
    return v->words * sizeof *v->bits + (v->ranks ? (v->mask + 1) * sizeof *v->ranks : 0);
}

/* The entry of the key, or the free one where it belongs.  Entries hold rank + 1, so none is 0. */
static u64 *find(const visited *v, u64 key)
{
    u64 i = hash_mix(key + 1) & v->mask;

    while (v->ranks[i] && v->ranks[i] >> 32 != key)
        i = (i + 1) & v->mask;
    return &v->ranks[i];
}

static void ranks_grow(visited *v)
{
    visited old = *v;

    v->mask = old.ranks ? old.mask * 2 + 1 : 1023;
    v->ranks = mem_alloc((v->mask + 1) * sizeof *v->ranks);
    for (u64 i = 0; old.ranks && i <= old.mask; i++)
        if (old.ranks[i])
            *find(v, old.ranks[i] >> 32) = old.ranks[i];
    mem_free(old.ranks);
}

static u32 rank_of(u64 entry)
{
    return (u32)entry - 1;
}

static void set_rank(u64 *entry, u64 key, u32 rank)
{
    if (rank == UINT32_MAX)
        die("a rank of 2^32 - 1");
    *entry = key << 32 | (rank + 1);
}

/* Puts the key; NEW: with this rank, else BEFORE, and *entry is where the present rank lies. */
static seen put(visited *v, u64 key, u32 rank, u64 **entry)
{
    seen s = visited_put(v, key);

    if (s == SEEN_NEW && (++v->ranked) * 4 > v->mask * 3)
        ranks_grow(v);
    *entry = find(v, key);
    assert(v->count == v->ranked && (s == SEEN_NEW) == !**entry);
    if (s == SEEN_NEW)
        set_rank(*entry, key, rank);
    return s;
}

seen visited_put_ranked(visited *v, u64 key, u32 rank)
{
    u64 *entry;
    seen s = put(v, key, rank, &entry);

    if (s == SEEN_NEW || rank_of(*entry) <= rank || MUTANT(BETTER_RANK))
        return s;
    set_rank(entry, key, rank);
    return SEEN_BETTER;
}

seen visited_put_mask(visited *v, u64 key, u32 *mask)
{
    u64 *entry;
    seen s = put(v, key, *mask, &entry);
    u32 before = rank_of(*entry);

    *mask &= before;
    if (*mask == before || MUTANT(SLEEP_AGAIN))
        return s;
    set_rank(entry, key, *mask);
    return SEEN_BETTER;
}

u32 visited_rank(const visited *v, u64 key)
{
    u64 entry = *find(v, key);

    assert(entry);
    return rank_of(entry);
}

void visited_write(const visited *v, struct sealed *to)
{
    u64 slots = v->ranks ? v->mask + 1 : 0;

    assert(!v->shared);
    sealed_put64(to, v->words);
    sealed_put64(to, v->count);
    sealed_put64(to, slots);
    sealed_put64(to, v->ranked);
    sealed_put(to, v->bits, v->words * sizeof *v->bits);
    sealed_put(to, v->ranks, slots * sizeof *v->ranks);
}

bool visited_read(visited *v, struct sealed *from)
{
    u64 slots;

    visited_free(v);
    if (!sealed_get64(from, &v->words) || !sealed_get64(from, &v->count) ||
        !sealed_get64(from, &slots) || !sealed_get64(from, &v->ranked) ||
        v->words > all_bytes / sizeof *v->bits || slots > (u64)1 << 34)
        return false;
    if (v->words)
        v->bits = mem_alloc(v->words * sizeof *v->bits);
    if (slots)
        v->ranks = mem_alloc(slots * sizeof *v->ranks);
    v->mask = slots ? slots - 1 : 0;
    return sealed_get(from, v->bits, v->words * sizeof *v->bits) &&
           sealed_get(from, v->ranks, slots * sizeof *v->ranks);
}

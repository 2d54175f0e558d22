/* Hash compaction and bitstate hashing.
 *
 * Compact: a table of 64-bit fingerprints with linear probing, doubled when three quarters are
 * full.  Two different states have the same fingerprint with probability 2^-64, if the hash is as
 * good as chance; so among n states some two have with probability at most n (n - 1) / 2^65.
 *
 * Bitstate (Holzmann's supertrace): k bits of one table for a state, all set when it is put; it is
 * taken for seen when all are set.  When s of m bits are set, that happens to a state that is new
 * with probability (s / m)^k.  The sum of this over the states that were put is the expected number
 * of states that were left out although the search met them; what can be reached through these
 * alone was not met at all, and nobody can count it.
 *
 * A shared table is filled by several processes with operations on single words.  Of two that put
 * the same state at the same time, both may be told that it is new: the caller has another way to
 * tell. */
#include "store/lossy.h"

#include "base/halt.h"
#include "base/hash.h"
#include "base/sealed.h"
#include "store/shared.h"

#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { LEAST_SLOTS = 1 << 10 };

/* Zero, and filled as needed. */
static u64 *table_of(u64 bytes, bool shared)
{
    void *at;

    if (shared)
        return shared_reserve(bytes);
    at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
              0);
    return at == MAP_FAILED ? NULL : at;
}

static void drop_table(u64 *at, u64 bytes, bool shared)
{
    if (shared)
        shared_release(at, bytes);
    else
        munmap(at, bytes);
}

static u64 table_bytes(const lossy *l)
{
    return l->kind == STORE_COMPACT ? l->size * sizeof *l->at : l->size / 8;
}

bool lossy_open(lossy *l, store_kind kind, u64 bytes, bool shared)
{
    *l = (lossy){.kind = kind, .shared = shared};
    if (kind == STORE_COMPACT) {
        l->size = LEAST_SLOTS;
        while (l->size * 2 * sizeof *l->at <= bytes)
            l->size *= 2;
    } else {
        l->size = (bytes < 8 ? 8 : bytes / 8 * 8) * 8;
    }
    l->at = table_of(table_bytes(l), shared);
    l->all = (void *)table_of(sizeof *l->all, shared);
    return l->at && l->all;
}

void lossy_free(lossy *l)
{
    if (l->at)
        drop_table(l->at, table_bytes(l), l->shared);
    if (l->all)
        drop_table((u64 *)l->all, sizeof *l->all, l->shared);
    *l = (lossy){0};
}

u64 lossy_bytes(const lossy *l)
{
    return l->at ? table_bytes(l) : 0;
}

print lossy_print(const u8 *bytes, u32 n, u64 seed)
{
    print p;
    u64 s = hash_mix(seed + 0x9e3779b97f4a7c15u);

    hash_wide(bytes, n, p.of);
    p.of[0] = hash_mix(hash_mix(p.of[0] ^ s) + p.of[1] * 0xa0761d6478bd642fu);
    p.of[1] = hash_mix(hash_mix(p.of[1] + s) + p.of[0] * 0xe7037ed1a0b428dbu);
    return p;
}

/* ---- compact ---- */

/* 0 is a free slot. */
static u64 fingerprint(print p)
{
    return p.of[0] ? p.of[0] : 1;
}

/* The slot of the fingerprint, or the free one where it belongs. */
static u64 *find(const lossy *l, u64 f)
{
    u64 mask = l->size - 1, i = f & mask, now;

    while ((now = __atomic_load_n(&l->at[i], __ATOMIC_RELAXED)) && now != f)
        i = (i + 1) & mask;
    return &l->at[i];
}

static void grow(lossy *l)
{
    lossy old = *l;

    l->size *= 2;
    l->at = table_of(table_bytes(l), false);
    if (!l->at) {
        *l = old;
        halt("no memory is left for %llu fingerprints", (unsigned long long)l->size * 2);
    }
    for (u64 i = 0; i < old.size; i++)
        if (old.at[i])
            *find(l, old.at[i]) = old.at[i];
    drop_table(old.at, table_bytes(&old), false);
}

static bool put_compact(lossy *l, u64 f)
{
    u64 count = __atomic_load_n(&l->all->count, __ATOMIC_RELAXED);

    if (count * 4 >= l->size * 3 && !l->shared)
        grow(l);
    if (count * 8 >= l->size * 7)
        halt("the table of fingerprints is full: it has %llu places (--store-size)",
             (unsigned long long)l->size);
    for (;;) {
        u64 *at = find(l, f), free = 0;

        if (*at == f)
            return false;
        if (__atomic_compare_exchange_n(at, &free, f, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
            break;
        if (free == f)
            return false;
    }
    __atomic_fetch_add(&l->all->count, 1, __ATOMIC_RELAXED);
    return true;
}

/* ---- bitstate ---- */

static u64 bit_of(const lossy *l, print p, u32 k)
{
    u64 h = hash_mix(p.of[0] + k * p.of[1]);

    return (u64)((u128)h * l->size >> 64);
}

static bool put_bits(lossy *l, print p)
{
    u64 before = __atomic_load_n(&l->all->set, __ATOMIC_RELAXED), fresh = 0;
    double full = (double)before / (double)l->size, missed = 1;

    for (u32 k = 0; k < STORE_HASHES; k++) {
        u64 i = bit_of(l, p, k), bit = (u64)1 << (i & 63);

        fresh += !(__atomic_fetch_or(&l->at[i >> 6], bit, __ATOMIC_ACQ_REL) & bit);
        missed *= full;
    }
    if (!fresh)
        return false;
    __atomic_fetch_add(&l->all->set, fresh, __ATOMIC_RELAXED);
    __atomic_fetch_add(&l->all->count, 1, __ATOMIC_RELAXED);
    l->omitted += missed;
    return true;
}

bool lossy_put(lossy *l, print p)
{
    assert(l->at);
    return l->kind == STORE_COMPACT ? put_compact(l, fingerprint(p)) : put_bits(l, p);
}

bool lossy_has(const lossy *l, print p)
{
    if (l->kind == STORE_COMPACT)
        return *find(l, fingerprint(p)) != 0;
    for (u32 k = 0; k < STORE_HASHES; k++) {
        u64 i = bit_of(l, p, k);

        if (!(__atomic_load_n(&l->at[i >> 6], __ATOMIC_ACQUIRE) >> (i & 63) & 1))
            return false;
    }
    return true;
}

double lossy_omitted(const lossy *l)
{
    double n = (double)l->all->count, most = n * (n - 1) / 2 / 18446744073709551616.0;

    if (l->kind == STORE_BITSTATE)
        return l->omitted;
    return most < 1 ? most : 1;
}

void lossy_write(const lossy *l, struct sealed *to)
{
    assert(!l->shared);
    sealed_put64(to, l->size);
    if (!l->size)
        return;
    sealed_put(to, l->all, sizeof *l->all);
    sealed_put(to, &l->omitted, sizeof l->omitted);
    sealed_put(to, l->at, table_bytes(l));
}

bool lossy_read(lossy *l, struct sealed *from)
{
    store_kind kind = l->kind;
    u64 size;

    if (!sealed_get64(from, &size) || (size != 0) != (l->at != NULL))
        return false;
    if (!size)
        return true;
    lossy_free(l);
    return lossy_open(l, kind, kind == STORE_COMPACT ? size * sizeof *l->at : size / 8, false) &&
           l->size == size && sealed_get(from, l->all, sizeof *l->all) &&
           sealed_get(from, &l->omitted, sizeof l->omitted) &&
           sealed_get(from, l->at, table_bytes(l));
}

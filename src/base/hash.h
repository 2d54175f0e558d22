/* Hashing of words and bytes, and a small seeded random generator. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "base/base.h"

static inline u64 hash_mix(u64 h)
{
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    h ^= h >> 32;
    return h;
}

static inline u64 hash_words(const u32 *w, u32 n)
{
    u64 h = 0x9e3779b97f4a7c15u ^ n;
    u32 i = 0;

    for (; i + 2 <= n; i += 2) {
        u128 m = (u128)(h ^ ((u64)w[i + 1] << 32 | w[i])) * 0xa0761d6478bd642fu;
        h = (u64)m ^ (u64)(m >> 64);
    }
    if (i < n) {
        u128 m = (u128)(h ^ w[i]) * 0xe7037ed1a0b428dbu;
        h = (u64)m ^ (u64)(m >> 64);
    }
    return hash_mix(h);
}

/* 128 bits of it: two chains with constants of their own, which take the words in another order. */
void hash_wide(const void *bytes, size_t n, u64 out[2]);
u64 hash_bytes(const void *bytes, size_t n, u64 seed);

typedef struct rng {
    u64 s;
} rng;

static inline u64 rng_next(rng *r)
{
    u64 z = (r->s += 0x9e3779b97f4a7c15u);

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

#endif

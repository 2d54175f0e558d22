/* Open addressing over an array of keys. */
#include "store/numbered.h"
#include "base/hash.h"

static u64 place(const numbered *t, u64 key)
{
    u64 i = hash_mix(key + 1) & t->mask;

    while (t->slots[i] && t->keys.at[t->slots[i] - 1] != key)
        i = (i + 1) & t->mask;
    return i;
}

static void grow(numbered *t)
{
    mem_free(t->slots);
    t->mask = t->mask ? t->mask * 2 + 1 : 1023;
    t->slots = mem_alloc((t->mask + 1) * sizeof *t->slots);
    for (u32 n = 0; n < t->keys.n; n++)
        t->slots[place(t, t->keys.at[n])] = n + 1;
}

u32 numbered_put(numbered *t, u64 key)
{
    u64 i;

    if (((u64)t->keys.n + 1) * 4 > t->mask * 3)
        grow(t);
    i = place(t, key);
    if (!t->slots[i]) {
        vec_push(&t->keys, key);
        t->slots[i] = t->keys.n;
    }
    return t->slots[i] - 1;
}

u32 numbered_find(const numbered *t, u64 key)
{
    return t->slots ? t->slots[place(t, key)] - 1 : NO_NUMBER;
}

u64 numbered_bytes(const numbered *t)
{
    return t->keys.cap * sizeof *t->keys.at + (t->slots ? (t->mask + 1) * sizeof *t->slots : 0);
}

void numbered_free(numbered *t)
{
    vec_free(&t->keys);
    mem_free(t->slots);
    *t = (numbered){0};
}

/* A map from addresses to numbers: open addressing, never shrinks, no removal. */
#ifndef LOWER_MAP_H
#define LOWER_MAP_H

#include "base/base.h"
#include "base/hash.h"

#include <string.h>

typedef struct map_slot {
    const void *key;
    u64 value;
} map_slot;

typedef struct map {
    map_slot *at;
    u32 n, cap; /* cap is 0 or a power of two */
} map;

static inline map_slot *map_find(const map *m, const void *key)
{
    u32 i = (u32)hash_mix((u64)(uintptr_t)key >> 3) & (m->cap - 1);

    while (m->at[i].key && m->at[i].key != key)
        i = (i + 1) & (m->cap - 1);
    return &m->at[i];
}

/* Whether `key` is there; then its number is in `value`. */
static inline bool map_get(const map *m, const void *key, u64 *value)
{
    if (!m->cap)
        return false;
    map_slot *s = map_find(m, key);
    if (s->key)
        *value = s->value;
    return s->key != NULL;
}

static inline void map_grow(map *m)
{
    map old = *m;

    m->cap = old.cap ? old.cap * 2 : 64;
    m->at = mem_alloc(m->cap * sizeof *m->at);
    for (u32 i = 0; i < old.cap; i++)
        if (old.at[i].key)
            *map_find(m, old.at[i].key) = old.at[i];
    mem_free(old.at);
}

static inline void map_put(map *m, const void *key, u64 value)
{
    if (2 * (m->n + 1) > m->cap)
        map_grow(m);
    map_slot *s = map_find(m, key);
    m->n += s->key == NULL;
    s->key = key;
    s->value = value;
}

static inline void map_clear(map *m)
{
    if (m->cap)
        memset(m->at, 0, m->cap * sizeof *m->at);
    m->n = 0;
}

static inline void map_free(map *m)
{
    mem_free(m->at);
    *m = (map){0};
}

#endif

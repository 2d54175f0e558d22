/* Open addressing over an array of keys, at most three quarters full. */
#include "base/map.h"
#include "base/hash.h"

#include <assert.h>

enum { FIRST_MASK = 63 };

static u64 place(const map *m, u64 key)
{
    u64 i = hash_mix(key + 1) & m->mask;

    while (m->slots[i] && m->keys.at[m->slots[i] - 1] != key)
        i = (i + 1) & m->mask;
    return i;
}

static void grow(map *m)
{
    mem_free(m->slots);
    m->mask = m->mask ? m->mask * 2 + 1 : FIRST_MASK;
    m->slots = mem_alloc((m->mask + 1) * sizeof *m->slots);
    for (u32 n = 0; n < m->keys.n; n++)
        m->slots[place(m, m->keys.at[n])] = n + 1;
}

u32 map_number(map *m, u64 key)
{
    u64 i;

    if (((u64)m->keys.n + 1) * 4 > m->mask * 3)
        grow(m);
    i = place(m, key);
    if (!m->slots[i]) {
        vec_push(&m->keys, key);
        m->slots[i] = m->keys.n;
    }
    return m->slots[i] - 1;
}

u32 map_find(const map *m, u64 key)
{
    return m->slots ? m->slots[place(m, key)] - 1 : NO_NUMBER;
}

bool map_get(const map *m, u64 key, u64 *value)
{
    u32 n = map_find(m, key);

    if (n != NO_NUMBER)
        *value = m->values.at[n];
    return n != NO_NUMBER;
}

void map_put(map *m, u64 key, u64 value)
{
    u32 n = map_number(m, key);

    assert(n <= m->values.n);
    if (n == m->values.n)
        vec_push(&m->values, value);
    m->values.at[n] = value;
}

u64 map_bytes(const map *m)
{
    return m->keys.cap * sizeof *m->keys.at + m->values.cap * sizeof *m->values.at +
           (m->slots ? (m->mask + 1) * sizeof *m->slots : 0);
}

void map_free(map *m)
{
    vec_free(&m->keys);
    vec_free(&m->values);
    mem_free(m->slots);
    *m = (map){0};
}

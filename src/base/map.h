/* The one hash map: a number for every 64-bit key, from 0 on in the order in which they are met,
 * and a value for each where one is wanted.  Nothing is ever taken out.
 *
 * What is wider than a key is found by its hash: while an element with this key is another one, the
 * next key is tried (asm/expr.c is the shortest example). */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/vec.h"

typedef struct map {
    VEC(u64) keys;   /* by number */
    VEC(u64) values; /* by number; none where only map_number is used */
    u32 *slots;      /* number + 1, open addressing; 0 is free */
    u64 mask;
} map;

enum { NO_NUMBER = UINT32_MAX };

/* The number of the key, which is new when it is the last one's afterwards. */
u32 map_number(map *m, u64 key);
/* NO_NUMBER when it has none. */
u32 map_find(const map *m, u64 key);
/* Whether the key is there; then *value is what was put with it last. */
bool map_get(const map *m, u64 key, u64 *value);
void map_put(map *m, u64 key, u64 value);
u64 map_bytes(const map *m);
void map_free(map *m);

static inline u64 map_key(const void *address)
{
    return (u64)(uintptr_t)address;
}

#endif

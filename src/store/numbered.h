/* Numbers for 64-bit keys, from 0 on in the order they are met. */
#ifndef NUMBERED_H
#define NUMBERED_H

#include "base/vec.h"

typedef struct numbered {
    VEC(u64) keys; /* by number */
    u32 *slots;    /* number + 1, open addressing; 0 is free */
    u64 mask;
} numbered;

enum { NO_NUMBER = UINT32_MAX };

/* The number of the key, which is new when it is the last one's afterwards. */
u32 numbered_put(numbered *t, u64 key);
/* NO_NUMBER when it has none. */
u32 numbered_find(const numbered *t, u64 key);
u64 numbered_bytes(const numbered *t);
void numbered_free(numbered *t);

#endif

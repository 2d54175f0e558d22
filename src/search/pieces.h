/* States on their way to another process: what they have in common is sent once.  Only for
 * src/search. */
#ifndef SEARCH_PIECES_H
#define SEARCH_PIECES_H

#include "system.h"

typedef struct state_piece {
    u32 at, n; /* of the bytes */
} state_piece;

/* What one end of a way knows; the other end knows the same when it has read what was written. */
typedef struct pieces {
    byte_list bytes;
    VEC(state_piece) all;
    u32 *slots; /* of the end that writes: number + 1, by hash; 0 is free */
} pieces;

/* Appends a string of bytes in terms of those before it, */
void pieces_put(pieces *p, const u8 *bytes, u32 n, byte_list *out);
/* and, at the other end, the string itself. */
void pieces_get(pieces *p, const u8 **at, byte_list *out);
u64 pieces_memory(const pieces *p);
void pieces_free(pieces *p);

#endif

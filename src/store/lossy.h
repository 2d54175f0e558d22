/* Sets of states that keep less of a state than its key: 64 bits of a hash (compact), or a few bits
 * of a table (bitstate).  A state that is new may be taken for one that was seen, never the other
 * way round. */
#ifndef STORE_LOSSY_H
#define STORE_LOSSY_H

#include "base/base.h"

typedef enum store_kind { STORE_EXACT, STORE_COMPACT, STORE_BITSTATE } store_kind;

enum { STORE_HASHES = 3 }; /* bits of a table that a state has */

/* What a set is told of a state: the hash of all its bytes. */
typedef struct print {
    u64 of[2];
} print;

typedef struct lossy {
    store_kind kind;
    u64 *at;
    u64 size; /* compact: slots, a power of 2; bitstate: bits */
    struct {
        u64 count;  /* states that were put */
        u64 set;    /* bitstate: bits that are set */
    } *all;         /* lies where the table does */
    double omitted; /* bitstate, by what this process put: see lossy_omitted */
    bool shared;    /* by processes that are forked later: compact does not grow then */
} lossy;

/* A table of so many bytes; compact: at first, or, if it is shared, for good.  False: there is no
 * room for it. */
bool lossy_open(lossy *l, store_kind kind, u64 bytes, bool shared);
void lossy_free(lossy *l);
u64 lossy_bytes(const lossy *l);
/* The bytes of a state, with a seed that chooses among hash functions. */
print lossy_print(const u8 *bytes, u32 n, u64 seed);
/* Was it not in the set?  It is afterwards.  Halts where a shared table is full. */
bool lossy_put(lossy *l, print p);
bool lossy_has(const lossy *l, print p);
/* Compact: a bound on the probability that any state was taken for another one; bitstate: how many
 * are expected to have been. */
double lossy_omitted(const lossy *l);

/* To a file, and from it in place of what is there; not of a shared set.  False: there is less. */
struct sealed;
void lossy_write(const lossy *l, struct sealed *to);
bool lossy_read(lossy *l, struct sealed *from);

#endif

/* Which of the registers that calls keep hold something that the program may still read. */
#ifndef NATIVE_LIVENESS_H
#define NATIVE_LIVENESS_H

#include "base/vec.h"

enum { LIVE_REGISTERS = 6, LIVE_ALL = 63 }; /* rbp, rbx, r12 to r15, as bits in this order */

typedef struct instruction {
    u64 at;
    u64 target; /* of a jump; 0: none */
    u8 reads, kills;
    bool ends; /* what follows it is not the next one */
    bool wild; /* what follows it is not known */
    u8 live;   /* before it */
} instruction;

typedef struct liveness {
    VEC(instruction) code; /* by address */
    bool asked;
} liveness;

/* Before the instruction at an address of the file; LIVE_ALL where it is not known. */
u8 liveness_at(liveness *l, const char *path, u64 address);
void liveness_free(liveness *l);

#endif

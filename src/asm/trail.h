/* From states that another engine says follow each other to steps of the explicit machine. */
#ifndef ASM_TRAIL_H
#define ASM_TRAIL_H

#include "asm/machine.h"

typedef struct trail {
    const casm *c;
    u32 n;
    VEC(u64) values; /* by state, then by variable */
} trail;

/* Finds steps from each state to the next, and at the end one that fails, or a deadlock; false:
 * there are none, and the other engine was wrong. */
bool trail_follow(casm *c, const trail *t, asm_steps *out);

#endif

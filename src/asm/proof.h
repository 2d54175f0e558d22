/* Checking an inductive invariant of a circuit, as a cover of the states outside of it. */
#ifndef ASM_PROOF_H
#define ASM_PROOF_H

#include "asm/aig.h"

typedef enum proof_answer {
    PROOF_HOLDS,
    PROOF_UNREADABLE,
    PROOF_WRONG, /* it is no invariant, or does not exclude `bad` */
    PROOF_OPEN   /* our own solver gave up */
} proof_answer;

/* Reads the cover from a file in the PLA format and checks that it holds at first (all latches 0),
 * that no step leaves it and that it excludes `bad`; how many clauses it has. */
proof_answer proof_check(const aig *g, const char *path, u32 *clauses);

/* Whether some values of inputs and latches make this true. */
bool proof_possible(const aig *g, lit what);

#endif

/* An assembly system as a circuit: a latch for each bit of the state, inputs that pick who moves
 * and which choice it takes.  All latches begin at 0; the first step, when the latch `started` is
 * still 0, loads the initial values, those of ranges from inputs.  The output `bad` is true where a
 * check fails, an invariant is violated, or no process can move though some sleep. */
#ifndef ASM_CIRCUIT_H
#define ASM_CIRCUIT_H

#include "asm/aig.h"
#include "asm/trans.h"

typedef struct circuit {
    casm *c;
    aig g;
    blaster b; /* over the state as it is */
    sym_steps steps;
    u32 *latch_of;             /* by variable; 0: it is none */
    u32 *waits_of;             /* by process: of the ticks that it still waits; 0: it never does */
    u32 *input_of;             /* by variable with a range: its first input + 1 */
    u32 who_bits, choice_bits; /* of one process */
    u32 slots;                 /* processes that move in one step */
    lit started;
} circuit;

void circuit_open(circuit *k, casm *c, bool allow_deadlock);
void circuit_free(circuit *k);

/* Expressions of one bit over the state, and the word of a variable. */
lit circuit_truth(circuit *k, expr e);
/* The process is at this rest point, its guard holds and the choice is one of its own. */
lit circuit_can(circuit *k, const sym_step *s);
/* No process can move, and not all have ended. */
lit circuit_deadlock(circuit *k);

#endif

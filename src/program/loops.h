/* The loops of a function that can be left: where a thread may spin. */
#ifndef PROGRAM_LOOPS_H
#define PROGRAM_LOOPS_H

#include "program/program.h"

/* Once for a function; the answers below need it. */
void loops_find(func *f);
void loops_free(func *f);
/* Is the instruction inside a loop that has an exit? */
bool loops_inside(const func *f, u32 pc);
/* Does control leave a loop when it goes from one instruction to the other? */
bool loops_left(const func *f, u32 from, u32 to);
/* The number of the innermost loop around the instruction, 0: none; and of the innermost around
 * both. */
u32 loops_at(const func *f, u32 pc);
u32 loops_around(const func *f, u32 a, u32 b);
/* Can the loop of that number be left?  0: that which control goes round in at the instruction,
 * which is no loop with one entry. */
bool loops_exits(const func *f, u32 number, u32 pc);
/* Does control go round at the instruction, in a loop or otherwise? */
bool loops_round(const func *f, u32 pc);
/* Is there a loop that is left by such jumps alone? */
bool loops_left_by(const func *f, bool (*by)(const insn *));

#endif

/* What code may still do: the static objects it may touch, and more, from an instruction on. */
#ifndef PROGRAM_FUTURE_H
#define PROGRAM_FUTURE_H

#include "program/program.h"

enum {
    CODE_EXITS = 1,   /* may end the process while others live */
    CODE_MEDDLES = 2, /* may cancel, detach or poll other threads */
};

/* Of a frame that is at an instruction. */
typedef struct future_set {
    u64 *objects; /* bits by number */
    u32 flags;    /* CODE_ */
    u32 nregs;    /* pointer registers that are live there: what they point to comes on top */
    u16 *regs;
} future_set;

/* Words of future_set.objects. */
u32 future_words(program *p);
/* From before code[pc] on, the instruction included, or, with after_call, from when its call has
 * returned; until the function returns.  Owned by the program, computed once. */
const future_set *future_at(program *p, u32 func, u32 pc, bool after_call);
/* The object is a function that only who names it, or holds it in a register, can call. */
bool future_calls(program *p, u32 object);
void future_free(program *p);

#endif

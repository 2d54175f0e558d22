/* What an instruction reads, writes and where it goes: the one place that knows the operands of the
 * opcodes whose roles are '*'. */
#ifndef PROGRAM_EFFECT_H
#define PROGRAM_EFFECT_H

#include "program/program.h"

#define NO_REGISTER 0xffffu

/* u32, so that a register pair that begins at the last register is seen as out of range. */
typedef struct effects {
    VEC(u32) reads;
    VEC(u32) writes;
} effects;

/* Fills `e` with the registers of f->code[pc]; what it held is forgotten. */
void effects_of(const func *f, u32 pc, effects *e);
void effects_free(effects *e);

/* Does control go on to pc + 1?  (A call that returns does.) */
bool effects_falls_through(const insn *i);
/* Calls `visit` for each target of a jump; those of IBR are not known here. */
void effects_targets(const func *f, u32 pc, void (*visit)(void *with, u32 target), void *with);

#endif

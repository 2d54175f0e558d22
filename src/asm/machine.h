/* The explicit system, for the other files of this folder. */
#ifndef ASM_MACHINE_H
#define ASM_MACHINE_H

#include "asm/casm.h"

/* The choice of the first move that gives the ranged cells these values. */
u32 asm_initial_choice(const casm *c, const u64 *values);
/* The value of a variable in the present state. */
u64 asm_var(const sys *s, u32 var);

#endif

/* An assembly system as something that has moves: slot 0 is the system itself, which begins (and,
 * on a common clock, ticks), slot p + 1 is process p. */
#ifndef ASM_MACHINE_H
#define ASM_MACHINE_H

#include "asm/casm.h"
#include "system.h"

typedef struct machine_options {
    bool plain;            /* every instruction is a step: for reports */
    const char *switch_at; /* labels with commas between; NULL: anywhere */
    bool symmetry;         /* states that differ in which copy does what are one */
    u64 limit_bytes;
} machine_options;

/* `c` must outlive it. */
sys *asm_open(casm *c, const machine_options *o);
/* Whether copies are merged. */
bool asm_symmetric(const casm *c);
/* The steps of a system with collapsed steps as those of one without; where step `place` is then.
 */
typedef struct asm_step {
    u16 thread;
    u32 choice;
} asm_step;
typedef VEC(asm_step) asm_steps;
u32 asm_expand(sys *plain, asm_steps *steps, u32 place);
/* The choice of the first move that gives the ranged cells these values. */
u32 asm_initial_choice(const casm *c, const u64 *values);
/* The value of a variable in the present state, and of a proposition. */
u64 asm_var(const sys *s, u32 var);

#endif

/* Assembly systems as circuits, decided by another program and checked here. */
#ifndef ASM_SYMBOLIC_H
#define ASM_SYMBOLIC_H

#include "asm/machine.h"

typedef enum symbolic_answer {
    SYMBOLIC_PROVED, /* with an invariant that was checked */
    SYMBOLIC_FAILS,  /* by `steps` */
    SYMBOLIC_OPEN    /* `reason` says why */
} symbolic_answer;

typedef struct symbolic {
    symbolic_answer answer;
    char reason[200];
    asm_steps steps; /* of the collapsed system */
    u32 latches, gates;
    u32 clauses; /* of the invariant */
} symbolic;

/* Decides assertions, invariants and deadlock.  `seconds`: for the other
 * program, 0 no limit. */
void symbolic_check(casm *c, double seconds, bool allow_deadlock, symbolic *out);
void symbolic_free(symbolic *s);

#endif

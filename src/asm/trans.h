/* The steps of a system as expressions over the state before them. */
#ifndef ASM_TRANS_H
#define ASM_TRANS_H

#include "asm/casm.h"

/* What a process does from one rest point to the next; CHOICE nodes stand for its choice. */
typedef struct sym_step {
    u32 process, at;
    expr guard;
    expr fails;   /* a check of it does not hold */
    expr *after;  /* by variable; 0: it stays */
    expr *writes; /* by variable: when the first instruction assigns it; 0: whenever `after` is
                     there */
} sym_step;

typedef VEC(sym_step) sym_steps;

/* Appends the steps of a process, one for each rest point; arrays are taken apart into elements. */
void trans_process(casm *c, u32 number, sym_steps *out);
void trans_free(sym_steps *steps);
/* The same expression without elements chosen by an index. */
expr trans_flat(casm *c, expr e);

#endif

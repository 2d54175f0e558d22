/* Cutting one function: what is to become of its instructions, decided by close_cut.c and done by
 * close_change.c. */
#ifndef FRONT_CLOSE_CUT_H
#define FRONT_CLOSE_CUT_H

#include "front/close.h"

typedef struct cutter {
    closing *c;
    LLVMValueRef function;
    value_list gone;    /* erased when nothing uses them any more */
    value_list blank;   /* their results are 0 */
    value_list tosses;  /* branches */
    VEC(u32) remarks;   /* what is said of each of them */
    value_list selects; /* with a toss for a condition */
    value_list checks;  /* before these something may fail */
    value_list kept;    /* calls that keep an input: a destructor runs unless it is null */
    value_list points;  /* calls that go, at which a thread could be cancelled */
    value_list timed;   /* calls with a deadline that depends on inputs */
    VEC(u32) deadlines; /* which of their arguments it is */
    value_list inner;   /* their indices are to stay in their arrays */
    value_list dropped; /* branches to assertions: the other way is taken */
    map tossed;
} cutter;

/* Does the block begin by failing an assertion? */
bool cut_fails(LLVMBasicBlockRef b);
/* Changes the function as was decided. */
void cut_change(cutter *k);
void cut_forget(cutter *k);

#endif

/* C expressions over the state of a system: what `print`, conditions and watches evaluate. */
#ifndef SIM_EXPRESSION_H
#define SIM_EXPRESSION_H

#include "system.h"

/* Where names are looked up. */
typedef struct expr_scope {
    sys *s;
    u16 thread;
    u32 frame;         /* 0: the innermost of the user's code */
    const int *actors; /* the slots of T0, T1, ...; negative: it is over */
    u32 n;
} expr_scope;

/* Each is false where the expression has no value; `problem` then says why. */
bool expression_print(const expr_scope *at, const char *words, text *out, text *problem);
bool expression_holds(const expr_scope *at, const char *words, bool *holds, text *problem);
/* The place that the expression names, as an event that touches it would; false also where it lies
 * in no memory, with nothing in `problem`. */
bool expression_place(const expr_scope *at, const char *words, event *out, text *problem);

#endif

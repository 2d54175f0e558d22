/* Looking back in a run for an action. */
#ifndef REPORT_TOLD_H
#define REPORT_TOLD_H

#include "report/explanation.h"

/* An action with the number of its step, from 1; step 0: there is none. */
typedef struct told {
    u32 step;
    int actor;
    const action *d;
} told;

typedef bool told_chosen(const told *t, const void *by);

/* The last action in the steps before the one with the number `before` that is chosen. */
told told_last(const explanation *st, u32 before, told_chosen *is, const void *by);
/* The number that the step after the last one would have. */
u32 told_end(const explanation *st);
bool told_same_object(const action *a, const action *b);
/* It changes an object that others can see. */
bool told_writes(const action *d);

#endif

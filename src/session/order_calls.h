/* Atomic operations that a program calls: those of C++'s library. */
#ifndef SESSION_ORDER_CALLS_H
#define SESSION_ORDER_CALLS_H

#include "base/map.h"
#include "front/front.h"

/* The calls that have functions of their own.  places.at[k] is where the user has the call that the
 * function with the number first + k belongs to. */
typedef struct order_calls {
    u32 first;
    VEC(srcloc) places;
    map library; /* accesses of the library's own in functions of the user's: function and pc */
} order_calls;

/* Each call of an atomic operation of C++'s library in the user's code calls copies of the
 * library's functions from now on, which nothing else calls; no machine has the program. */
order_calls *order_calls_part(const front_options *o, program *p);
void order_calls_free(order_calls *c);
/* Where the user has the access at `pc` of a function; no line: it is the library's own. */
srcloc order_calls_place(const order_calls *c, const program *p, u32 f, u32 pc);

#endif

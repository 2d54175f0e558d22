/* The orderly end of work that cannot go on: no memory is left, a table is full, the time is over,
 * somebody interrupts.  Any of these may be met anywhere, in the middle of a step too.  Whoever
 * answers for the work sets a point before it begins, with what is to be done then. */
#ifndef BASE_HALT_H
#define BASE_HALT_H

#include "base/base.h"

typedef struct halt_point {
    /* Does not return.  Nothing that the work has made is to be used, or freed, any more. */
    void (*to)(struct halt_point *p, const char *why);
    void *with;
    const volatile int *interrupted; /* NULL: by nobody */
    double since, seconds;           /* the time, from clock_seconds(); 0 seconds: no limit */
    struct halt_point *outer;
    int process; /* whose point it is: no other goes there */
    char why[200];
} halt_point;

/* `to`, `with`, `interrupted`, `since` and `seconds` are set. */
void halt_begin(halt_point *p);
void halt_end(halt_point *p); /* the innermost */
/* Goes to the innermost point of this process; there is none: ends the process as UNKNOWN. */
_Noreturn void halt(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* From inside long work: halts when the time is over, or when interrupted. */
void halt_look(void);

#endif

/* Which visible operations of a program some run took, where, and by which threads and processes.
 */
#ifndef NATIVE_EXERCISED_H
#define NATIVE_EXERCISED_H

#include "system.h"

typedef struct exercised exercised;

exercised *exercised_open(void);
void exercised_close(exercised *x);
/* The system has taken a step: a function for growth.each. */
void exercised_note(void *x, sys *s, const event *e);

/* One operation at one place. */
typedef struct exercise {
    const char *call;    /* "pthread_mutex_lock" */
    const char *file;    /* "" unknown */
    u32 line;            /* 0 unknown */
    bool user;           /* in the program itself */
    u64 steps;           /* that took it */
    const char *threads; /* "T0 main, T1 worker" */
} exercise;
/* Each that was noted, the system still being open; then the lines of the program that call a
 * visible operation by its name, with no steps, whether they were met or not. */
void exercised_tell(exercised *x, sys *s, void (*each)(void *with, const exercise *e), void *with);

#endif

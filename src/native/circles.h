/* Deadlocks of some threads of a program that runs, while others go on. */
#ifndef NATIVE_CIRCLES_H
#define NATIVE_CIRCLES_H

#include "native/run.h"

/* A thread of a circle of threads, each of which waits for the next; NATIVE_THREADS: there is none.
 */
u32 circles_find(native *n);
/* Do all threads that can move go round for ever, so that nobody who is blocked now ever moves?
 * UNSURE: it is not known.  The run goes on a little to find out. */
hang_answer circles_closed(native *n);

#endif

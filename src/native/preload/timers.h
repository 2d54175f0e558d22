/* Timers of a process. */
#ifndef NATIVE_PRELOAD_TIMERS_H
#define NATIVE_PRELOAD_TIMERS_H

/* A child has none. */
void timers_fork(void);

#endif

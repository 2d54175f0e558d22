/* Timers of a process. */
#ifndef NATIVE_PRELOAD_TIMERS_H
#define NATIVE_PRELOAD_TIMERS_H

#include <signal.h>

/* A child has none. */
void timers_fork(void);

/* What a handler is told of a timer of POSIX. */
void timers_info(int number, siginfo_t *info);

#endif

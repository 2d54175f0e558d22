/* Timers of a process. */
#ifndef TIMERS_H
#define TIMERS_H

/* A child has none. */
void timers_fork(void);

#endif

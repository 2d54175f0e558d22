/* Times and clocks that a program passes, and which of them are none. */
#ifndef NATIVE_PRELOAD_TIMES_H
#define NATIVE_PRELOAD_TIMES_H

#include <stdbool.h>
#include <sys/time.h>
#include <time.h>

/* As the C library looks at the end of a wait. */
static inline bool times_wrong(const struct timespec *t)
{
    return t && (t->tv_nsec < 0 || t->tv_nsec >= 1000000000);
}

/* As the kernel looks at a time. */
static inline bool times_refused(const struct timespec *t)
{
    return t && (t->tv_sec < 0 || times_wrong(t));
}

static inline bool times_refused_us(const struct timeval *t)
{
    return t && (t->tv_sec < 0 || t->tv_usec < 0 || t->tv_usec >= 1000000);
}

/* Negative numbers are clocks of processes and threads. */
static inline bool times_no_clock(clockid_t clock)
{
    return clock > CLOCK_TAI || clock == CLOCK_TAI - 1;
}

static inline bool times_no_wait_by(clockid_t clock)
{
    return clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC;
}

#endif

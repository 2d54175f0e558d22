/* Threads, as POSIX and C11 make them. */
#ifndef NATIVE_PRELOAD_THREADS_H
#define NATIVE_PRELOAD_THREADS_H

#include "native/preload/control.h"

#include <pthread.h>

int threads_create(pthread_t *id, const pthread_attr_t *attr, void *(*routine)(void *), void *data,
                   uint64_t caller);
/* In a child that was just forked. */
void threads_fork(void);
/* A call that is a cancellation point, and no step. */
void threads_point(uint64_t caller);
int threads_join(pthread_t id, void **value, uint64_t caller);

#endif

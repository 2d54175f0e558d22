/* Operations on synchronisation objects in memory. */
#ifndef NATIVE_PRELOAD_SYNC_H
#define NATIVE_PRELOAD_SYNC_H

#include "native/preload/control.h"

#include <pthread.h>
#include <stddef.h>

int sync_operate(uint32_t operation, void *object, uint64_t argument, uint64_t caller);
int sync_timed(uint32_t operation, void *object, uint64_t argument, const struct timespec *t,
               uint64_t caller);
/* A new object: announced with the word of the old one, which may still be in use. */
int sync_make(uint32_t operation, void *object, size_t size, uint64_t argument, uint64_t caller);
int sync_forget(uint32_t operation, void *object, uint64_t caller);
int sync_wait(pthread_cond_t *c, pthread_mutex_t *m, uint32_t how, uint64_t caller);

#endif

/* System V semaphores of a process. */
#ifndef NATIVE_PRELOAD_SYSV_H
#define NATIVE_PRELOAD_SYSV_H

#include <stdint.h>

/* A child has nothing to undo; a process that ends does it. */
void sysv_fork(void);
void sysv_exit(uint64_t caller);

#endif

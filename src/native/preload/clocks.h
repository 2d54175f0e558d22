/* Vector clocks of the run's threads: what happens before what. */
#ifndef NATIVE_PRELOAD_CLOCKS_H
#define NATIVE_PRELOAD_CLOCKS_H

#include "native/preload/control.h"

typedef struct clock_vector {
    uint32_t at[NATIVE_THREADS];
} clock_vector;

/* The thread's own time, and whether a moment of another one happens before now. */
uint32_t clocks_now(uint32_t thread);
bool clocks_before(uint32_t thread, uint32_t time);

/* One thread starts another. */
void clocks_start(uint32_t child);
/* An operation was done, with this status. */
void clocks_operate(const ask *a, int status);
/* The thread takes a signal, or (0) its cancellation: what its sender did before comes before. */
void clocks_signal(int number);
/* An atomic access was: of the memory orders of C11. */
void clocks_read(uint64_t address, int order);
void clocks_write(uint64_t address, int order);
void clocks_update(uint64_t address, int order);
void clocks_fence(int order);

#endif

/* Memory by name or key. */
#ifndef NATIVE_PRELOAD_MEMORY_H
#define NATIVE_PRELOAD_MEMORY_H

#include "native/preload/control.h"

#include <stddef.h>

/* Names of the system's: who comes first makes what others find. */
void memory_step(uint64_t caller);
/* The memory that a descriptor is of; NULL: of none. */
const ipc_memory *memory_of(int descriptor);
/* Is the descriptor one that the program does not know of? */
bool memory_keeps(int descriptor);
/* A descriptor of the same that the program does not know of; -1: there is none. */
int memory_hide(int descriptor);
/* Closes what is the program's. */
int memory_close_range(unsigned from, unsigned to, int flags);

/* Objects in these bytes have names below this one. */
void shared_region(void *at, size_t size, uint64_t offset, uint64_t object, uint64_t caller);
/* Of the region that begins there; 0: there is none. */
size_t shared_size(const void *at);

/* Who made the block of the heap that the address lies in, and how far behind its first byte that
 * is; 0: it lies in none. */
uint64_t heap_made(uint64_t address, uint64_t *offset);

#endif

/* Memory accesses of a program that was compiled with `heddle cc`. */
#ifndef NATIVE_PRELOAD_ACCESS_H
#define NATIVE_PRELOAD_ACCESS_H

#include "native/preload/control.h"

#include <stddef.h>

/* Does the program report its accesses? */
bool access_watched(void);
/* The stack of the present thread begins here, and goes down. */
void access_stack(const void *base);
/* A child was started by the present thread. */
void access_start(uint32_t child);
/* A thread calls an operation on an object: an error where that was freed. */
void access_called(uint32_t operation, const void *object, uint64_t caller);
/* An operation was done; and before the thread rests: what it did may let others' accesses go
 * another way. */
void access_operated(const ask *a, int status);
void access_rest(void);
/* The thread takes a signal, or (0) its cancellation. */
void access_signal(int number);
/* The library is about to access the program's memory; where that is a step, it is one of its own.
 */
void access_touch(const void *at, size_t size, bool writes, uint64_t caller);
/* It did so within another step: where that races the run is refused. */
void access_did(const void *at, size_t size, bool writes, uint64_t caller);
/* The allocator gives the bytes out, for the first time or again, or gets them back. */
void access_given(void *at, size_t size, bool again, uint64_t caller);
void access_freed(void *at, size_t size, uint64_t caller);
/* It stays where it is, with another size. */
void access_kept(void *at, size_t size, uint64_t caller);
/* Are accesses to one of the bytes steps? */
bool access_steps(const void *at, size_t size);

#endif

/* Who touched which bytes last, and so which accesses race. */
#ifndef NATIVE_PRELOAD_SHADOW_H
#define NATIVE_PRELOAD_SHADOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The present thread touches the bytes; side: an or of SIDE_.  Ends the run if that is a race, or
 * if they were freed. */
void shadow_touch(uint64_t at, size_t size, uint32_t side, uint64_t caller);
/* The bytes are freed. */
void shadow_free(uint64_t at, size_t size, uint64_t caller);
/* The bytes are given out for the first time. */
void shadow_forget(uint64_t at, size_t size);
/* And count as written then. */
void shadow_made(uint64_t at, size_t size, uint64_t caller);
/* They are given out again, by the thread that freed them. */
void shadow_again(uint64_t at, size_t size);
/* An operation on the object there is called: ends the run if the bytes were freed. */
void shadow_called(uint64_t at, size_t size, uint64_t caller);
/* Are plain accesses to one of the bytes steps? */
bool shadow_racy(uint64_t at, size_t size);

#endif

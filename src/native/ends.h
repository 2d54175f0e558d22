/* How runs end: errors, and what heddle cannot follow. */
#ifndef NATIVE_ENDS_H
#define NATIVE_ENDS_H

#include "native/run.h"

void ends_fail(native *n, error_kind kind, u32 slot, u64 caller, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* The run cannot be followed any further. */
void ends_cut(native *n, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* After a step of this thread. */
void ends_settle(native *n, u32 slot, quiet q);
/* The process ends by itself after its last operation. */
void ends_finish(native *n, u32 slot);
/* Before the step of a thread that ends, or ends the program: does it leave something behind? */
bool ends_leaves(native *n, u32 slot, u32 operation);
/* After a step of this thread: has another been blocked for so long? */
void ends_count_blocked(native *n, u32 moved);

#endif

/* Names of what lies on stacks. */
#ifndef NATIVE_LOCALS_H
#define NATIVE_LOCALS_H

#include "native/names.h"

/* Appends `main:queue.head` for bytes of a variable of a function that a thread of the process is
 * in; false: there is none. */
bool locals_add(native *n, u32 process, u64 place, u32 size, named *is, text *out);

#endif

/* Names of objects and places, as the program's text has them. */
#ifndef NAMES_H
#define NAMES_H

#include "native/run.h"

/* The places of the program that the thread's process came from. */
where *names_where(native *n, u32 slot);
/* `forks[2]`, `m`, or the address. */
void names_add_object(native *n, u64 address, u32 size, text *out);
/* `pthread_mutex_lock(&m)`. */
void names_add_call(native *n, u32 operation, u64 address, text *out);

#endif

/* Names of objects and places, as the program's text has them. */
#ifndef NATIVE_NAMES_H
#define NATIVE_NAMES_H

#include "native/run.h"

/* The places of the program that the thread's process came from. */
where *names_where(native *n, u32 slot);
/* What was named: its type, where that is known. */
typedef struct named {
    dwarf *types;
    dwarf_type type;
} named;

/* `forks[2].v`, `head->next`, `m`, or the address. */
named names_add_object(native *n, u64 address, u32 size, text *out);
/* A part of the variable d. */
named names_add_part(where *w, const spot *d, u64 offset, u32 size, text *out);
/* A value of so many bytes, by the type of its place. */
void names_add_value(native *n, u32 slot, named is, u64 value, u32 size, text *out);
/* Is it a pipe, a socket or a queue, or a table of them? */
bool names_channel(u64 address);
/* "SIGUSR1". */
void names_add_signal(u64 number, text *out);
/* `pthread_mutex_lock(&m)`. */
void names_add_call(native *n, u32 operation, u64 address, text *out);

#endif

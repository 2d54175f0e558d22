/* Names of heap objects of a program that runs. */
#ifndef NATIVE_PATHS_H
#define NATIVE_PATHS_H

#include "native/names.h"

/* Appends `head->next->v` for bytes that no static variable holds; false: no typed path of pointers
 * leads there from one. */
bool paths_add(native *n, u32 process, u64 address, u32 size, named *is, text *out);

/* The value of `q->items[2].v`, from a static variable on; e names the place.  As system.h has it.
 */
bool native_look(sys *s, u16 thread, const char *path, event *e, text *out);

#endif

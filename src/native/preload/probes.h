/* Functions of the program that are operations of their own. */
#ifndef NATIVE_PRELOAD_PROBES_H
#define NATIVE_PRELOAD_PROBES_H

#include "native/preload/control.h"

#include <ucontext.h>

/* Into the code, once. */
void probes_set(const native_shared *shared, uint32_t program);
/* A trap: true if it was one of ours, and the thread can go on. */
bool probes_hit(ucontext_t *c);

#endif

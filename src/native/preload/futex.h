/* Futexes through syscall(). */
#ifndef NATIVE_PRELOAD_FUTEX_H
#define NATIVE_PRELOAD_FUTEX_H

#include "native/preload/control.h"

long futex_call(uint32_t *word, int operation, uint32_t value, const void *time, uint32_t bits,
                uint64_t caller);

#endif

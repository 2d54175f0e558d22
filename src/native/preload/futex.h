/* Futexes through syscall(). */
#ifndef FUTEX_H
#define FUTEX_H

#include "native/preload/control.h"

long futex_call(uint32_t *word, int operation, uint32_t value, const void *time, uint32_t bits,
                uint64_t caller);

#endif

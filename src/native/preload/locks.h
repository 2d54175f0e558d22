/* Locks on files. */
#ifndef NATIVE_PRELOAD_LOCKS_H
#define NATIVE_PRELOAD_LOCKS_H

#include "native/preload/control.h"

int locks_fcntl(int descriptor, int command, long argument, uint64_t caller);
/* Before a descriptor is closed, which may give back locks; and before a process ends. */
void locks_close(uint64_t caller);
void locks_exit(uint64_t caller);

#endif

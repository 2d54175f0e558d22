/* Which ordinary files threads and processes share, for a note. */
#ifndef NATIVE_PRELOAD_SHARING_H
#define NATIVE_PRELOAD_SHARING_H

#include "native/preload/control.h"

/* A use of the file of a descriptor, or of one by its name, which need not be there. */
void sharing_use(int descriptor, bool writes, uint64_t caller);
void sharing_use_named(int folder, const char *path, uint64_t caller);
/* The thread took a lock of the file. */
void sharing_lock_file(int descriptor);
/* After an operation: which locks the thread holds. */
void sharing_lock(uint32_t operation, uint64_t object, int status);
/* A slot begins; another has ended, and the thread knows it. */
void sharing_begin(uint32_t slot);
void sharing_join(uint32_t slot);

#endif

/* Becoming another program. */
#ifndef NATIVE_PRELOAD_EXEC_H
#define NATIVE_PRELOAD_EXEC_H

#include "native/preload/control.h"

/* As execve, and along PATH but without the shell: return when they fail, -1 with errno. */
int exec_path(const char *path, char *const *argv, char *const *environment, uint64_t caller);
int exec_search(const char *file, char *const *argv, char *const *environment, uint64_t caller);
/* Takes up in the new program what the old one handed over. */
void exec_take_up(const native_handover *h);

#endif

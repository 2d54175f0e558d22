/* Processes of a run. */
#ifndef NATIVE_PRELOAD_PROCESS_H
#define NATIVE_PRELOAD_PROCESS_H

#include "native/preload/control.h"

#include <sys/types.h>

/* As fork. */
pid_t process_fork(uint64_t caller);
/* The parent goes on only when the child has become another program or has ended; one that is
 * `quiet` takes no signals. */
pid_t process_vfork(uint64_t caller, bool quiet);
/* Why a child did not become another program; 0: it did. */
int process_failure(pid_t child);
/* Did other threads of the process make children? */
bool process_forked_elsewhere(void);
pid_t process_wait(pid_t process, int *status, int options, uint64_t caller);

#endif

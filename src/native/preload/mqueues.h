/* POSIX message queues of a process. */
#ifndef NATIVE_PRELOAD_MQUEUES_H
#define NATIVE_PRELOAD_MQUEUES_H

#include "native/ipc.h"

#include <signal.h>

/* The process closes a descriptor: it does not want to be told any more. */
void mqueue_drop(const ipc_file *f);
/* The last descriptor of an open file is gone. */
void mqueue_end(ipc_file *f);
/* Was it a queue that sent the signal?  Then what its handler is told. */
void mqueue_info(int number, siginfo_t *info);

#endif

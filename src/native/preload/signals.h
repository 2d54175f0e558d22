/* Signals between the threads and processes of a run. */
#ifndef NATIVE_PRELOAD_SIGNALS_H
#define NATIVE_PRELOAD_SIGNALS_H

#include "native/preload/control.h"

#include <signal.h>
#include <sys/types.h>

/* For a note: signals that come now come here alone, and not between two instructions. */
void signals_note(uint32_t operation);
/* Runs the handlers of what is pending for the thread; true: a call that was waiting is to fail
 * with EINTR unless it may be started again. */
bool signals_deliver(bool *again, uint64_t caller);
/* The thread sends itself one. */
/* What abort does before it ends the program. */
void signals_abort(void);
void signals_self(int number, uint64_t caller);
/* Is it neither caught nor ignored? */
bool signals_default(int number);
/* Signals as bytes, of a file that signalfd made. */
ssize_t signals_read(const ipc_file *f, void *to, size_t n, uint64_t caller);
/* A run that would stop a process ends. */
void signals_refuse_stops(int number, uint64_t caller);
void signals_fork(uint32_t slot);
/* In a child that is to become another program: until signals_let none is taken or handled. */
void signals_hold(void);
void signals_let(uint64_t blocked, uint64_t defaults);
uint64_t signals_blocked(void); /* by the thread, as bits */
uint64_t signals_bits(const sigset_t *set);
void signals_thread(uint32_t slot);

#endif

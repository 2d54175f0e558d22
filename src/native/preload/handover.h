/* What a process takes along when it becomes another program: each part puts its own down in the
 * old program and takes it up in the new one. */
#ifndef NATIVE_PRELOAD_HANDOVER_H
#define NATIVE_PRELOAD_HANDOVER_H

#include "native/preload/control.h"

/* In the turn of the exec: what becomes of signals, timers and threads at once. */
void signals_exec(void);
void timers_exec(void);
/* Then, with steps of their own: descriptors that close, and the locks that this gives back. */
void files_exec(uint64_t caller);
void locks_exec(uint64_t caller);

void files_put(native_handover *h);
void files_take(const native_handover *h);
void locks_put(native_handover *h);
void locks_take(const native_handover *h);
void memory_put(native_handover *h);
void memory_take(const native_handover *h);
void process_put(native_handover *h);
void process_take(const native_handover *h);
void random_put(native_handover *h);
void random_take(const native_handover *h);
void signals_take(void);
void sysv_put(native_handover *h);
void sysv_take(const native_handover *h);
void time_put(native_handover *h);
void time_take(const native_handover *h);
void timers_put(native_handover *h);
void timers_take(const native_handover *h);

#endif

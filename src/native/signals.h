/* Signals of the program to itself, as heddle sees them. */
#ifndef NATIVE_SIGNALS_H
#define NATIVE_SIGNALS_H

#include "native/model.h"

/* Does the thread take a signal before this operation? */
bool signals_due(const native_shared *m, u32 slot, u32 operation);
/* Has its process a handler for it? */
bool signals_caught(const native_shared *m, u32 slot, u32 number);
/* A signal comes while the operation waits, or, the second way, just before it. */
u32 signals_ways(const native_slot *s, bool able);
event signals_taken(const native_shared *m, u32 slot);
/* Is the thread cancelled at this operation? */
bool signals_cancel(const native_shared *m, u32 slot, u32 operation);
event signals_cancelled(u32 slot);
bool signals_ready(const model *m, u32 slot, const native_slot *s);
void signals_event(const native_shared *m, const native_slot *s, event *e);
/* Among how many threads the kernel may choose for a signal that the operation sends. */
u32 signals_choices(const model *m, u32 slot, const native_slot *s);
/* The effect of one that sends: an error, or 0. */
int signals_send(const model *m, native_slot *s, bool gone, u32 choice);
/* What a thread sent to itself is taken when the call returns: part of the same step. */
void signals_tell_own(const model *m, u32 slot, const native_slot *s, taken *out);
/* A signal to a process, as part of what another thread does. */
void signals_tell(const model *m, u32 process, u32 number, u32 from, u32 choice, taken *out);

#endif

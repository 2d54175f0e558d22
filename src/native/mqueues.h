/* POSIX message queues, as heddle sees them: see ipc.h. */
#ifndef NATIVE_MQUEUES_H
#define NATIVE_MQUEUES_H

#include "native/model.h"

/* Can the thread that sends or receives go on? */
bool mqueues_ready(const native_ipc *i, const native_slot *s);
/* Who could wait for the message already, and who is told of it otherwise, is a choice. */
u32 mqueues_choices(const model *m, u32 slot, const native_slot *s);
/* Completes the event of an operation on such a queue, or of a close of one. */
void mqueues_event(const model *m, u32 slot, const native_slot *s, event *e);
/* The effect beside the thread's own: a process is told that there is a message. */
void mqueues_tell(const model *m, u32 slot, const native_slot *s, taken *out);

#endif

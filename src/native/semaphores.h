/* System V semaphores, as heddle knows them. */
#ifndef NATIVE_SEMAPHORES_H
#define NATIVE_SEMAPHORES_H

#include "native/model.h"

/* Of a semop of one semaphore. */
u64 semaphores_guard(const native_slot *s);
/* Of one of several: can all of them be done now, or is one not to wait? */
bool semaphores_hold(const model *m, const native_slot *s);
/* In how many ways it may end. */
u32 semaphores_choices(const model *m, const native_slot *s);
/* Completes the event of what touches more than one semaphore. */
void semaphores_event(const model *m, const native_slot *s, event *e);
void semaphores_take(model *m, u32 slot, native_slot *s, u32 choice, move_kind kind);

#endif

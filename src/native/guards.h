/* Guards of operations: who can go on. */
#ifndef NATIVE_GUARDS_H
#define NATIVE_GUARDS_H

#include "native/model.h"

enum { ONCE_NEW, ONCE_RUNNING, ONCE_OVER };

/* A writer of a read-write lock: negative, and below LOCK_MARKS. */
static inline u32 writer_mark(u32 slot)
{
    return 0x80000000u | (slot + 1);
}

/* Can the thread go on with what it rests before? */
bool guards_hold(const model *m, u32 slot, const native_slot *s);
/* May it time out? */
bool guards_timed(const native_slot *s);
/* What it is about to do. */
event guards_event(const model *m, u32 slot, const native_slot *s);

#endif

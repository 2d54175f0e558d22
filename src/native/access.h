/* Accesses to memory as operations: their events, and what is told of a data race. */
#ifndef NATIVE_ACCESS_H
#define NATIVE_ACCESS_H

#include "native/protocol.h"
#include "native/where.h"
#include "system.h"

/* What the thread at the slot is about to do. */
event access_event(u32 slot, const native_slot *s);
/* What it did: the values are known then. */
void access_done(event *e, const native_slot *s);
/* As C would write the value, of so many bytes. */
void access_show(u64 value, u32 size, text *out);
/* What only the thread can see, of the registers those that are live; false: not known. */
bool access_own(const native_slot *s, const native_signals *kept, u8 live, word_list *out);

/* The race that ended a run, in words: both places, the object. */
void access_race(where *w, const native_shared *m, text *out);
/* From now on all accesses to the word are steps; false: they are already, or there is no room. */
bool access_promote(native_shared *m, u64 word);

#endif

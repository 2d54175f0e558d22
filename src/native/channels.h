/* Operations on pipes, sockets and the like, as heddle sees them: see ipc.h. */
#ifndef NATIVE_CHANNELS_H
#define NATIVE_CHANNELS_H

#include "native/protocol.h"
#include "system.h"

void channels_reset(native_ipc *i);
/* Can the thread go on? */
bool channels_ready(const native_ipc *i, const native_slot *s);
u32 channels_choices(const native_ipc *i, const native_slot *s);
/* Completes the event of such an operation. */
void channels_event(const native_ipc *i, const native_slot *s, event *e);
/* Does it make or free a number of a descriptor as well? */
/* The name of the socket that a datagram will be queued at; 0: none. */
u64 channels_receiver(const native_ipc *i, const native_slot *s);
/* Does a name of a datagram socket go? */
bool channels_unname(const native_ipc *i, const native_slot *s);
/* Does what it touches beside the channel depend on what it finds? */
bool channels_vary(const native_ipc *i, const native_slot *s);
/* The effect of a timer. */
void channels_tick(native_ipc *i, native_slot *s);
bool channels_touch_table(const native_slot *s);

#endif

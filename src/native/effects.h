/* What operations do to the objects of the model. */
#ifndef NATIVE_EFFECTS_H
#define NATIVE_EFFECTS_H

#include "native/model.h"

/* Does the operation at its object; false: it is an error. */
bool effects_take(model *m, native_object *o, u32 slot, native_slot *s, u32 choice, move_kind kind);
/* Signals that one of those that wait at the operation's condition. */
void effects_signal(model *m, const native_slot *s, u32 which);

#endif

/* Steps that are taken once more, after the same steps. */
#ifndef NATIVE_AGAIN_H
#define NATIVE_AGAIN_H

#include "native/run.h"

/* Notes the step that is about to be taken; one that was taken before must rest where it did. */
footstep *again_step(native *n, u16 thread, move_kind kind, u32 choice);
/* May the first steps of a new run wait until something else is asked of it? */
bool again_may(const native *n);
/* After a step: is what it led to known from now on? */
void again_remember(native *n, footstep *f, u32 threads, const taken *out);
/* Takes the step again later; false: not this one. */
bool again_defer(native *n, u16 thread, move_kind kind, u32 choice, taken *out);
/* Has the program take all that was deferred. */
void again_catch_up(native *n);

#endif

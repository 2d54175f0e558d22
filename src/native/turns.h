/* Hangs of programs that run. */
#ifndef NATIVE_TURNS_H
#define NATIVE_TURNS_H

#include "native/run.h"

/* Is the present state a hang, or a deadlock of some threads while others go on?  The run goes on a
 * little to find out; n->turns says what each thread does. */
hang_answer turns_hang(native *n, failure *out);

#endif

/* Hangs of programs that run. */
#ifndef TURNS_H
#define TURNS_H

#include "native/run.h"

/* Is the present state a hang?  The run goes on a little to find out; n->turns says what each
 * thread does. */
bool turns_hang(native *n, failure *out);

#endif

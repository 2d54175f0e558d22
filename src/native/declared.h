/* What the user says of the program's operations: --hide and --visible. */
#ifndef NATIVE_DECLARED_H
#define NATIVE_DECLARED_H

#include "native/run.h"

/* Is what the thread rests before hidden? */
bool declared_hidden(native *n, u32 slot);
/* Is the end of a process hidden? */
bool declared_hides_exit(const native *n);
/* Sets a trap on each function that is to be visible; false: there is none such. */
bool declared_probes(native *n, text *problem);

#endif

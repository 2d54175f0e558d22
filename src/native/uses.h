/* Which process uses which objects, as the user declares it: --uses. */
#ifndef NATIVE_USES_H
#define NATIVE_USES_H

#include "native/run.h"

/* Reads the file; false: it cannot be read, or says something else. */
bool uses_read(native *n, text *problem);
void uses_free(native *n);
/* Where the operation that the thread rests before is not declared, the run fails, even if the
 * operation is blocked: what the declaration is used for must never rest on a wrong one. */
void uses_hold(native *n, u32 slot);
/* Marks moves outside of a persistent set as LATER. */
void uses_mark(native *n, move_list *all);

#endif

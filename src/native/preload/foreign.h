/* Calls of the program into libraries, which may change what heddle does not see. */
#ifndef NATIVE_PRELOAD_FOREIGN_H
#define NATIVE_PRELOAD_FOREIGN_H

#include <stdbool.h>
#include <stdint.h>

extern __thread uint64_t foreign_calls; /* by this thread */
bool foreign_known(void);               /* every call is counted */
/* From now on the program's calls are counted. */
void foreign_watch(void);
void foreign_unknown(void);
/* Does the program itself call a function of this name? */
bool foreign_calls_for(const char *name);

#endif

/* Waits of C++ until a point of a clock that the runtime does not know. */
#ifndef FRONT_CLOCKS_H
#define FRONT_CLOCKS_H

#include "base/map.h"
#include "front/debug.h"

/* What such a wait is called, of which this is the linker's name; NULL: it is none. */
const char *clocks_own(const char *name);
/* The same of one that the optimiser inlined, where the instruction is left of it.  `known` keeps
 * what was found. */
const char *clocks_own_inlined(debug *d, map *known, LLVMValueRef instruction);

#define CLOCKS_OWN                                                                              \
    "waits until a point of a clock of the program's own or of files; wait by steady_clock or " \
    "system_clock"

#endif

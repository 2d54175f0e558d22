/* Waits of C++ until a point of a clock that is none of <chrono>. */
#ifndef FRONT_CLOCKS_H
#define FRONT_CLOCKS_H

#include "base/map.h"
#include "front/debug.h"

/* Is this the linker's name of such a wait? */
bool clocks_own(const char *name);
/* Is the instruction of one that the optimiser inlined?  `known` keeps what was found. */
bool clocks_own_inlined(debug *d, map *known, LLVMValueRef instruction);

#define CLOCKS_OWN                                                                            \
    "waits until a point of a clock of the program's own, and clocks stand still; wait by a " \
    "clock of <chrono>"

#endif

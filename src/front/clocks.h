/* Waits of C++ until a point of a clock that is none of <chrono>. */
#ifndef FRONT_CLOCKS_H
#define FRONT_CLOCKS_H

#include <stdbool.h>

/* Is the function of this name such a wait? */
bool clocks_own(const char *name);

#endif

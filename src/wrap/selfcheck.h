/* A system over a system that checks the rules every system must keep; dies naming what was broken.
 */
#ifndef WRAP_SELFCHECK_H
#define WRAP_SELFCHECK_H

#include "system.h"

/* Takes `inner` over: closing the wrapper closes it. */
sys *selfcheck_open(sys *inner);

#endif

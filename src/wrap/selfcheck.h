/* A system over a system that checks the rules every system must keep; dies naming what was broken.
 */
#ifndef SELFCHECK_H
#define SELFCHECK_H

#include "system.h"

/* Takes `inner` over: closing the wrapper closes it. */
sys *selfcheck_open(sys *inner);

#endif

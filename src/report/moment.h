/* Events as they are to be shown: with what they left behind, not what the whole step did. */
#ifndef REPORT_MOMENT_H
#define REPORT_MOMENT_H

#include "system.h"

/* A copy of event i of a step for show(): locks and semaphores have their word right after it as
 * value; others without a value are EVF_SETTLED when nothing later in the step changed what they
 * touched. */
event moment_of(const taken *t, u32 i);

#endif

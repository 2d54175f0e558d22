/* Two engines on one program: whichever has a verdict first gives it. */
#ifndef CONTEST_H
#define CONTEST_H

#include "cmd/check.h"

/* Searches with `search`, which leaves its result in the check; a search without a set of states joins when
 * the first one takes long.  Returns in the process that is to report. */
void contest(check *c, void (*search)(check *c));

#endif

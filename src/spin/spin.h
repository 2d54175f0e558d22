/* heddle spin: SPIN searches, heddle's machine executes. */
#ifndef SPIN_SPIN_H
#define SPIN_SPIN_H

#include "session/session.h"

/* From the arguments of the command to its exit status. */
int spin_check(int argc, char **argv);

#endif

/* Files that a run changed. */
#ifndef RESTORE_H
#define RESTORE_H

#include "native/protocol.h"

/* Makes them what they were before the first run. */
void restore_files(native_shared *m);

#endif

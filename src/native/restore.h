/* Files that a run changed. */
#ifndef NATIVE_RESTORE_H
#define NATIVE_RESTORE_H

#include "native/protocol.h"

/* Makes them what they were before the first run. */
void restore_files(native_shared *m);

#endif

/* Where the functions of the C library that are wrapped report to. */
#ifndef NATIVE_CC_WRAPS_H
#define NATIVE_CC_WRAPS_H

#include "native/accesses.h"

/* NULL: not under heddle native. */
extern const access_hooks *wraps_to __attribute__((visibility("hidden")));

#endif

/* Bytes that processes share. */
#ifndef BASE_MAPPED_H
#define BASE_MAPPED_H

#include "base/base.h"

/* So many bytes, zero at first, that processes share which are forked; with a path also those that
 * open the same file, which is made as large.  NULL: errno says why. */
u8 *mapped_open(const char *path, size_t n);
void mapped_close(u8 *at, size_t n);

#endif

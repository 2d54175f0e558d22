/* SHA-256, for formats that name a file by it. */
#ifndef SHA256_H
#define SHA256_H

#include "base/text.h"

/* Appends the 64 digits of the hash of n bytes. */
void sha256_add(text *out, const void *bytes, size_t n);

#endif

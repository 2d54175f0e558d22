/* SHA-256, for formats that name a file by it. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include "base/text.h"

/* Appends the 64 digits of the hash of n bytes. */
void sha256_add(text *out, const void *bytes, size_t n);

#endif

/* Files that are kept from one run to the next, in the user's cache folder. */
#ifndef BASE_KEPT_H
#define BASE_KEPT_H

#include "base/text.h"

#include <sys/types.h>

/* Where: HEDDLE_CACHE, or heddle's folder below XDG_CACHE_HOME or ~/.cache.  False: nothing is
 * kept, since HEDDLE_CACHE is "off" or there is no such place. */
bool kept_folder(text *folder);
/* A whole file or none; the folders above it are made.  False: it cannot be written. */
bool kept_write(const char *path, const text *bytes, mode_t mode);
/* The file was of use just now. */
void kept_touch(const char *path);
/* Of the files with this suffix, those that were used longest ago go until the rest has at most so
 * many bytes; and what somebody left unfinished an hour ago. */
void kept_trim(const char *folder, const char *suffix, u64 most_bytes);

#endif

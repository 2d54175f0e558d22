/* Functions of a program's file, by name. */
#ifndef NATIVE_SYMBOLS_H
#define NATIVE_SYMBOLS_H

#include "base/base.h"

/* Its address in the file; 0: there is none of that name. */
u64 symbol_find(const char *path, const char *name);
/* Has the file a section of that name, with the word in it? */
bool section_has(const char *path, const char *name, const char *word);

#endif

/* Names of local variables that hold no null pointer, as an assertion said before. */
#ifndef PROMELA_KNOWN_H
#define PROMELA_KNOWN_H

#include "promela/model.h"

/* Asserts that the pointer is not null, unless that is known. */
void known_assert(translation *t, const char *name);
/* The variable gets another value. */
void known_changes(translation *t, const char *name);

#endif

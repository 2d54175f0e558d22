/* Names of variables that hold no null pointer, as an assertion said before: local ones, and as
 * long as there is but one thread others, too. */
#ifndef PROMELA_KNOWN_H
#define PROMELA_KNOWN_H

#include "promela/model.h"

/* Asserts that the pointer is not null, unless that is known. */
void known_assert(translation *t, const char *name);
/* The variable gets another value. */
void known_changes(translation *t, const char *name);
/* A function is called, which may give every variable that is not local another value. */
void known_call(translation *t);

#endif

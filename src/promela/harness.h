/* Harnesses: threads that call a program's operations, as C. */
#ifndef PROMELA_HARNESS_H
#define PROMELA_HARNESS_H

#include "promela/model.h"

/* Adds the harness for the functions that the unit defines, which is closed then. */
void harness_write(translation *t, CXTranslationUnit unit, text *out);

#endif

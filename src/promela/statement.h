/* Statements. */
#ifndef PROMELA_STATEMENT_H
#define PROMELA_STATEMENT_H

#include "promela/model.h"

void statement_translate(translation *t, CXCursor c);
/* A block whose last statement is an expression, and its value. */
void statement_last(translation *t, CXCursor block, value *out);

#endif

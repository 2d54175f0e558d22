/* Statements. */
#ifndef PROMELA_STATEMENT_H
#define PROMELA_STATEMENT_H

#include "promela/model.h"

void statement_translate(translation *t, CXCursor c);
/* At the end of a function: refuses a goto into or out of an atomic section. */
void statement_check_jumps(translation *t);
/* A block whose last statement is an expression, and its value. */
void statement_last(translation *t, CXCursor block, value *out);

#endif

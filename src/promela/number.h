/* Integers: C's arithmetic on values, exact at each width. */
#ifndef PROMELA_NUMBER_H
#define PROMELA_NUMBER_H

#include "promela/model.h"

value number_constant(translation *t, model_type *of, i128 n);
/* What a local text may hold: anything of its type. */
value number_text(translation *t, model_type *of, const char *text);
/* A temporary of this type, for something to be stored in. */
value number_room(translation *t, model_type *of);
/* The same value in a variable of its own, so that nothing can change it. */
value number_keep(translation *t, value v);
/* Not visible: kept if it has to be. */
value number_settle(translation *t, value v);
/* A name or a number. */
value number_stable(translation *t, value v);
value number_convert(translation *t, value v, model_type *to);
value number_binary(translation *t, enum CXBinaryOperatorKind op, value a, value b, model_type *of);
value number_compare(translation *t, enum CXBinaryOperatorKind op, value a, value b);
value number_negate(translation *t, value v);
value number_complement(translation *t, value v);
/* A condition: v is not 0. */
value number_truth(translation *t, value v);
value number_not(translation *t, value v);
/* The text of a condition turned around; two exclamation marks are a word of Promela. */
const char *number_unless(translation *t, const char *condition);
/* The two words of a 64-bit value. */
const char *number_high(translation *t, value v);

/* For number_operator.c. */
bool number_fits(const value *v, i128 low, i128 top);
bool number_fits_int(const value *v);
/* A constant of one word. */
const char *number_word(translation *t, i64 n);
/* A temporary of two words. */
const char *number_wide_temp(translation *t);
/* Its text may be written several times. */
value number_repeatable(translation *t, value v);

#endif

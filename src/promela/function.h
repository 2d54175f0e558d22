/* Functions, threads and the model as a whole. */
#ifndef PROMELA_FUNCTION_H
#define PROMELA_FUNCTION_H

#include "promela/model.h"

/* Parameters that are passed as a name or a number. */
bool function_by_name(const model_variable *parameter);
/* A global variable whose value the declaration in the model gives. */
bool function_is_plain(const model_variable *v);
/* Translates every function that is reached, callees first. */
void function_translate_all(translation *t);
/* output.c: the model. */
void output_write(translation *t, promela_model *m);

#endif

/* Places of the model that no pointer leads to any more come back. */
#ifndef PROMELA_COLLECT_H
#define PROMELA_COLLECT_H

#include "promela/model.h"

/* Are objects of this store given back so? */
bool collect_takes(const translation *t, const store *s);
/* Refuses the program where a model has pointers that the collector would not see. */
void collect_check(translation *t);
/* Could the same program be translated with --collect? */
bool collect_can(const translation *t);
/* The collector, for a model with this code. */
void collect_print(translation *t, promela_model *m, const char *code);

#endif

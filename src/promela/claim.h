/* Formulas of linear temporal logic over C expressions. */
#ifndef PROMELA_CLAIM_H
#define PROMELA_CLAIM_H

#include "promela/model.h"

/* The propositions as C, behind the file that they are read in. */
void claim_write(const translation *t, text *out);
/* Refuses what a formula would see in the middle of, or would see more often than it happens. */
void claim_refuse(translation *t, CXCursor at, const char *what);
/* The propositions as macros and the formulas. */
void claim_print(translation *t, promela_model *m);

#endif

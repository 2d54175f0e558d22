/* The values that a failing line speaks of. */
#ifndef REPORT_REASONS_H
#define REPORT_REASONS_H

#include "report/explanation.h"

/* Appends ": i = 3, d->own = 1 (written at step 4)" for the source text of the line that failed;
 * nothing when it speaks of nothing.  `s` is in the last state of the explanation. */
void reasons_add(const explanation *st, sys *s, const char *line, text *out);
/* The same for an expression over static variables that does not hold in that state. */
void reasons_invariant(const explanation *st, sys *s, const char *expression, text *out);

#endif

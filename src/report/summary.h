/* A failure in one sentence: the steps of the run that matter, and why. */
#ifndef SUMMARY_H
#define SUMMARY_H

#include "report/explanation.h"

/* Appends it; nothing where the run has no pattern that is known.  `s` is in the last state of the
 * explanation.  What it says of steps is true of them whatever the cause is. */
void summary_add(const explanation *st, sys *s, text *out);

#endif

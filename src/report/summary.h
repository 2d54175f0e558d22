/* A failure in one sentence: the steps of the run that matter, and why. */
#ifndef REPORT_SUMMARY_H
#define REPORT_SUMMARY_H

#include "report/told.h"

typedef struct summary {
    text said; /* nothing where the run has no pattern that is known */
    VEC(const action *) named;
} summary;

/* `s` is in the last state of the explanation, which lives longer.  What is said of steps is true
 * of them whatever the cause is. */
void summary_make(const explanation *st, sys *s, summary *m);
/* The action is one of those that the sentence speaks of. */
bool summary_names(const summary *m, const action *d);
void summary_free(summary *m);

/* Of the patterns: the sentence speaks of this one. */
void summary_name(summary *m, const told *t);

#endif

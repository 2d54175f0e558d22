/* Accesses of two threads to one object that do not go together. */
#ifndef REPORT_CONFLICTS_H
#define REPORT_CONFLICTS_H

#include "report/summary.h"

/* Of what the failing line read; where it read nothing, and `any`, of whatever was lost last;
 * false: nothing is to be said. */
bool conflicts_add(const explanation *st, bool any, summary *m);
/* The two accesses of a data race. */
void conflicts_race(const explanation *st, summary *m);

#endif

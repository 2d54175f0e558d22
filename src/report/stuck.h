/* Threads that wait for what does not come. */
#ifndef REPORT_STUCK_H
#define REPORT_STUCK_H

#include "report/summary.h"

/* `s` is in the last state: a deadlock, or one from which some thread never goes on. */
void stuck_add(const explanation *st, sys *s, summary *m);

#endif

/* Stores that waited in a buffer while another thread read what they were to change. */
#ifndef REPORT_DELAYS_H
#define REPORT_DELAYS_H

#include "report/summary.h"

/* false: there is no such store, or the run could have been the same without buffers. */
bool delays_add(const explanation *st, summary *m);

#endif

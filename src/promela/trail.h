/* SPIN's trail in lines of C. */
#ifndef PROMELA_TRAIL_H
#define PROMELA_TRAIL_H

#include "promela/promela.h"

/* Reads what `spin -t -p` printed: the verdict, its place and the steps. */
void trail_read(const promela_model *m, const char *said, bool deadlock, promela_result *r);

#endif

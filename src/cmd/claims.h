/* Formulas for SPIN's own syntax. */
#ifndef CMD_CLAIMS_H
#define CMD_CLAIMS_H

#include "session/options.h"

/* The formulas of --ltl and the C expressions of their propositions; a mistake ends the process. */
void claims_read(const options *o, promela_options *p);
void claims_free(promela_options *p);

#endif

/* heddle check --induction: all obligations, one after the other. */
#ifndef CMD_INDUCT_H
#define CMD_INDUCT_H

#include "session/session.h"

/* The exit status. */
int check_induction(session *c);

#endif

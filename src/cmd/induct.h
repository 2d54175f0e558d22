/* heddle check --induction: all obligations, one after the other. */
#ifndef INDUCT_H
#define INDUCT_H

#include "session/session.h"

/* The exit status. */
int check_induction(session *c);

#endif

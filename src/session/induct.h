/* heddle check --induction: all obligations, one after the other. */
#ifndef SESSION_INDUCT_H
#define SESSION_INDUCT_H

#include "session/session.h"

/* The exit status. */
int check_induction(session *c);

#endif

/* The witness of SV-COMP. */
#ifndef SESSION_WITNESS_H
#define SESSION_WITNESS_H

#include "session/session.h"

/* The whole file: a violation, or that there is none; without a verdict an empty list. */
void witness_add(const session *c, text *out);

#endif

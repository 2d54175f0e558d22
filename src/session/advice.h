/* What may help where there is no verdict. */
#ifndef ADVICE_H
#define ADVICE_H

#include "session/session.h"
#include "session/verdict.h"

/* Appends a line each: what grows, and the commands that would help. */
void advice_find(const session *c, note_list *out);

#endif

/* What may help where there is no verdict. */
#ifndef SESSION_ADVICE_H
#define SESSION_ADVICE_H

#include "session/session.h"
#include "session/verdict.h"

/* Appends a line each: what grows, and the commands that would help. */
void advice_find(const session *c, note_list *out);

#endif

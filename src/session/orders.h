/* The memory orders that a program needs. */
#ifndef SESSION_ORDERS_H
#define SESSION_ORDERS_H

#include "session/session.h"

/* After a search under RC11, whose verdict is there and which noted what runs come to: what is
 * suggested is added to the report. */
void orders_suggest(session *c);
/* check.c: the program as it is, once more, for so many seconds. */
void orders_check(session *c, double seconds, result *r, text *explanation);

#endif

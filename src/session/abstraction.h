/* An abstraction that makes a program's states fewer. */
#ifndef SESSION_ABSTRACTION_H
#define SESSION_ABSTRACTION_H

#include "session/session.h"

/* Where one variable has many values: appends the options of an abstraction that tells only apart
 * whether it is 0, and keeps the other variables that states come from; and the variable's name. */
bool abstraction_find(const session *c, text *words, text *name);

#endif

/* Which static objects may be pointed to from memory, or from where nobody can tell. */
#ifndef PROGRAM_ESCAPE_H
#define PROGRAM_ESCAPE_H

#include "program/flow.h"

/* Sets the bit of each object that may be known to code that does not name it itself and was not
 * given it in a register by code that does; `flows` are of the defined functions, by number, and
 * get their branches decided. */
void escape_find(const program *p, flow *flows, u64 *escaped);

#endif

/* Which static objects may be accessed other than atomically. */
#ifndef PROGRAM_PLAIN_H
#define PROGRAM_PLAIN_H

#include "program/program.h"

/* Sets the bit of each object of which some access may be plain, or whose address may get to where
 * nobody can tell; `plain` has a bit for each object, all clear. */
void plain_find(const program *p, u64 *plain);

#endif

/* Which functions of C++'s library are the atomic operations that programs call. */
#ifndef FRONT_ATOMICS_H
#define FRONT_ATOMICS_H

#include "front/front.h"

/* Has the function, by its plain name, an order that its caller gives, or seq_cst where the caller
 * gives none? */
bool atomics_operation(const char *name);
/* The program that front_load made of these options, once more; the column of an instruction's
 * place is ATOMICS_LIBRARY where the library does there what no such operation does.  NULL: the
 * files have changed. */
enum { ATOMICS_USER, ATOMICS_LIBRARY };
program *atomics_marked(const front_options *o, const program *p);

#endif

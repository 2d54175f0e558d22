/* Calls that the optimiser replaced by the code of the function. */
#ifndef FRONT_INLINED_H
#define FRONT_INLINED_H

#include "front/front.h"

/* Code of this function was put in the place of its call, which is there; that place may be
 * inlined itself. */
typedef struct inlined_call {
    const char *function, *file;
    u32 line;
    const struct inlined_call *caller; /* NULL: the place is the function's own that has the code */
} inlined_call;

typedef struct inlined inlined;

/* Finds them in a program that front_load made of these options.  From then on a place of the
 * program (func.where) in inlined code has a file of its own among program.files, with the same
 * name; inlined_of tells by that string.  NULL: the program has none.  The program is freed first.
 */
inlined *inlined_find(const front_options *o, program *p);
const inlined_call *inlined_of(const inlined *all, const char *file);
void inlined_free(inlined *all);

#endif

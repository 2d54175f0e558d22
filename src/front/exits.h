/* Loops of an optimised program that could be left as the source has them. */
#ifndef FRONT_EXITS_H
#define FRONT_EXITS_H

#include "front/front.h"

/* Must it be asked how the loops were written?  Once, before the digest. */
bool exits_doubted(program *p, bool optimised);
/* Fills func.exits and func.endless. */
void exits_find(program *p, const front_options *o, struct inputs *inputs);

#endif

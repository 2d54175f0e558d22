/* Loops of an optimised program that could be left as the source has them. */
#ifndef FRONT_EXITS_H
#define FRONT_EXITS_H

#include "front/front.h"

/* Fills func.exits. */
void exits_find(program *p, const front_options *o, struct inputs *inputs);

#endif

/* Families whose base and component are assembly text: chains of blocks with ports between them. */
#ifndef ASM_CHAIN_H
#define ASM_CHAIN_H

#include "asm/parse.h"

/* At the name of a family: does it have ports? */
bool chain_here(const parser *s);
/* Reads it; the obligation that the options ask for becomes the system. */
void chain_parse(parser *s);

#endif

/* Functions of the program as the model calls them. */
#ifndef EMBED_GATE_H
#define EMBED_GATE_H

#include "program/program.h"

enum { GATE_ARGUMENTS = 6, GATE_RESULT = GATE_ARGUMENTS, GATE_WORDS };

#define GATE_CALL   "heddle.call." /* and the function's name */
#define GATE_SET    "heddle.set."  /* and the bytes of the variable */
#define GATE_KEEPER "heddle.keeper"

/* Adds them, before vm_open: the number of the object of 8-byte words through which arguments and
 * results go. */
u32 gate_install(program *p);
/* Why the function has no gate; NULL: it has one. */
const char *gate_lacks(const program *p, const func *f);
/* How many parameters it has, and the bits of its result; 0: none. */
u32 gate_parameters(const program *p, const func *f);
u32 gate_result_bits(const program *p, const func *f);

#endif

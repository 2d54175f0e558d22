/* Assembly systems as models for NuSMV and nuXmv. */
#ifndef ASM_SMV_H
#define ASM_SMV_H

#include "asm/casm.h"

/* Appends the model. */
void smv_write(casm *c, text *out);

/* Appends a proposition as it reads in main. */
void smv_proposition(casm *c, expr e, text *out);

#endif

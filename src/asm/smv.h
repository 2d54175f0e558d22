/* Assembly systems as models for NuSMV and nuXmv. */
#ifndef ASM_SMV_H
#define ASM_SMV_H

#include "asm/casm.h"
#include "ltl/ctl.h"
#include "ltl/ltl.h"

/* Appends the model. */
void smv_write(casm *c, text *out);

/* Appends a proposition as it reads in main. */
void smv_proposition(casm *c, expr e, text *out);
/* Append a formula; `queries` has the places of its propositions in c->watched. */
void smv_add_ctl(casm *c, const ctl *f, const u32 *queries, text *out);
void smv_add_ltl(casm *c, ltl *of, formula f, const u32 *queries, text *out);

#endif

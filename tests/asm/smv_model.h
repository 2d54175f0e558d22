/* A reader and evaluator of the part of SMV that heddle smv writes, by the grammar and typing rules
 * of NuSMV 2.6; anything else is an error.  It knows nothing of heddle's expressions. */
#ifndef SMV_MODEL_H
#define SMV_MODEL_H

#include "base/base.h"
#include "base/vec.h"

typedef struct smv_model smv_model;

typedef enum smv_spec_kind { SPEC_INVAR, SPEC_CTL, SPEC_LTL } smv_spec_kind;

/* Ends the process with a message and a line when the text is not in the subset. */
smv_model *smv_read(const char *path, const char *text);
void smv_free(smv_model *m);

u32 smv_vars(const smv_model *m);
/* The number of the state variable `P.pc`, or -1. */
int smv_find(const smv_model *m, const char *name);
/* Calls `found` with each initial state, and each successor of a state. */
typedef void smv_found(void *what, const u64 *state);
void smv_initial(smv_model *m, smv_found *found, void *what);
void smv_successors(smv_model *m, const u64 *state, smv_found *found, void *what);

u32 smv_specs(const smv_model *m);
smv_spec_kind smv_spec(const smv_model *m, u32 spec);
/* An INVARSPEC in a state. */
bool smv_holds(smv_model *m, u32 spec, const u64 *state);
/* A CTLSPEC over a graph of `n` states: values by state. */
typedef VEC(u32) smv_edges;
bool *smv_ctl(smv_model *m, u32 spec, u32 n, const u64 *states, const smv_edges *next);

#endif

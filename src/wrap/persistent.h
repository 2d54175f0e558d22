/* Persistent sets over the supersteps of a state.  Only for src/wrap. */
#ifndef WRAP_PERSISTENT_H
#define WRAP_PERSISTENT_H

#include "wrap/look_ahead.h"

enum { PERSISTENT_MOST = 64 }; /* supersteps; where there are more no set is looked for */

/* Marks the supersteps outside a persistent set as `later` and confines the others; false: there is
 * none but the set of all. */
bool persistent_choose(look_ahead *l);
/* All supersteps are to be looked at after all; those that were keep what they have. */
void persistent_drop(look_ahead *l);

#endif

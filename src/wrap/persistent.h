/* Persistent sets over the lanes of a state.  Only for src/wrap. */
#ifndef PERSISTENT_H
#define PERSISTENT_H

#include "wrap/lanes.h"

enum { PERSISTENT_MOST = 64 }; /* lanes; where there are more no set is looked for */

/* Marks the lanes outside a persistent set as `later` and confines the others; false: there is none
 * but the set of all. */
bool persistent_choose(lanes *l);
/* All lanes are to be looked at after all; those that were keep what they have. */
void persistent_drop(lanes *l);

#endif

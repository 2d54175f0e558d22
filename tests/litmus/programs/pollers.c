// verdict: VERIFIED
// hang_pollers.c, where the third thread always sets what the others look at.
#define SETS
#include "hang_pollers.c"

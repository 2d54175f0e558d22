// verdict: VERIFIED
// flags: -DVALUES=4 -DPLACES=3
// also: -O2 VERIFIED
// Four values through a ring with room for two, by busy waiting.
#include "../../bench/papers/ring.c"

// verdict: VERIFIED
// also: -O2 VERIFIED
// also: -DPLAIN VERIFIED
// also: -O2 -DPLAIN FAILED assertion
// Peterson's algorithm for ever: without volatile the optimiser uses what it read before the stores.
#include "../../bench/papers/exclusion.c"

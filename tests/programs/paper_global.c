// verdict: FAILED assertion
// also: -DMUTEX VERIFIED
// also: -DWHOLE VERIFIED
// Two increments of a volatile variable, with a mutex and without.
#include "../../bench/papers/global.c"

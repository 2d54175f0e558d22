// verdict: VERIFIED
// flags: -DN=3
// also: -DBUG FAILED assertion
// Two robots on one board meet only where both their ways lead.
#include "../../bench/papers/robot.c"

// verdict: VERIFIED
// executions: 8
// flags: --allow-hang -DUPDATES
// As await_answered.c, of a loop that ends with a read-modify-write: it comes right after the 2 that it takes.
#include "await_answered.c"

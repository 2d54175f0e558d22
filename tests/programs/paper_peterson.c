// verdict: VERIFIED
// also: -O2 VERIFIED
// also: -DBUG FAILED assertion
// also: -O2 -DBUG FAILED assertion
// also: -DBUG -DWHOLE VERIFIED
// Peterson's algorithm over one struct on the heap; with -DBUG no thread says that it wants to go in.
#include "../../bench/papers/peterson.c"

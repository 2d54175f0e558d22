// verdict: FAILED data-race
// flags: -DTWO
#include "library_stores.c"

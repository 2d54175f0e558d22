// verdict: FAILED data-race
// flags: -DJOIN
#include "library_stores.c"

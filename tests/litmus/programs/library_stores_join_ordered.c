// verdict: VERIFIED
// flags: -DJOIN -DORDERED
#include "library_stores.c"

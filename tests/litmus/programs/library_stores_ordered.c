// verdict: VERIFIED
// flags: -DORDERED
#include "library_stores.c"

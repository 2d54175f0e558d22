// verdict: FAILED hang
// hang_pollers.c, with one mutex inside another.
#define NESTED
#include "hang_pollers.c"

// verdict: FAILED hang
// hang_pollers.c, with three that look.
#define POLLERS 3
#include "hang_pollers.c"

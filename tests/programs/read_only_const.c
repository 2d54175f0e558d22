// verdict: FAILED read-only :12
// A constant global is written to by memset.
#include <string.h>

static const int limits[4] = {1, 2, 3, 4};

int main(void)
{
    int copy[4];
    memcpy(copy, limits, sizeof copy);
    memset(copy, 0, sizeof copy);
    memset((void *)limits, 0, sizeof limits);
    return copy[0];
}

// verdict: FAILED wild-pointer :8
// A number that never was a pointer is followed.
#include <stdint.h>

int main(void)
{
    int *device = (int *)(uintptr_t)0xfee00000;
    *device = 1;
    return 0;
}

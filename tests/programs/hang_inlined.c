// verdict: FAILED hang
// also: -O1 FAILED hang
// also: -O2 FAILED hang
// Some of the loop comes from a function that is inlined: the report is of one place all the same.
#include <stdatomic.h>
static atomic_int z = 2;
static int set(atomic_int *a)
{
    int old = 0;
    return atomic_compare_exchange_weak(a, &old, 1);
}
int main(void)
{
    while (z != 1) {
        while (!set(&z))
            ;
    }
    return 0;
}

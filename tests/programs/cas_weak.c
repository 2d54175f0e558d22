// verdict: FAILED assertion :12
// A weak compare-exchange may fail though the values are equal.
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void)
{
    int expected = 0;
    _Bool done = atomic_compare_exchange_weak(&x, &expected, 1);
    assert(done);
    return 0;
}

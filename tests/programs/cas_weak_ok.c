// verdict: VERIFIED
// A strong one may not, and a weak one that failed for no reason changed nothing.
#include <assert.h>
#include <stdatomic.h>

static atomic_int x, y;

int main(void)
{
    int expected = 0;
    assert(atomic_compare_exchange_strong(&x, &expected, 1));
    expected = 0;
    if (!atomic_compare_exchange_weak(&y, &expected, 1))
        assert(y == 0 && expected == 0);
    else
        assert(y == 1);
    return 0;
}

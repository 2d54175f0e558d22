// verdict: VERIFIED
// Arrays that end with each round do not add up: the time is linear in the rounds.
#include <assert.h>

int main(void)
{
    unsigned n = 0, sum = 0;
again:;
    int x[n % 1000 + 1];

    x[n % 1000] = 1;
    sum += (unsigned)x[n % 1000];
    if (++n < 50000)
        goto again;
    assert(sum == n);
    return 0;
}

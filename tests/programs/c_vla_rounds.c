// verdict: VERIFIED
// flags: --max-time 20
// also: --engine stateless VERIFIED
// An array whose size varies, made anew in each of many rounds: a round costs the same whatever went before.
#include <assert.h>

int main(void)
{
    int n = 0;
lab:;
    int x[n % 1000 + 1];
    x[n % 1000] = n;
    if (++n < 150000)
        goto lab;
    assert(x[(n - 1) % 1000] == n - 1);
    return 0;
}

// verdict: VERIFIED
// The variable lives as long as the pointer to it.
#include <assert.h>

int main(void)
{
    int *p, sum = 0, square = 0;
    for (int i = 0; i < 2; i++) {
        square = i * i;
        p = &square;
        sum += *p;
    }
    sum += *p;
    assert(sum == 2);
    return 0;
}

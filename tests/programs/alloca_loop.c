// verdict: FAILED uninitialised :19
// A block-local array is a new object in each round, with nothing set.
#include <string.h>

static int sum(const int *a)
{
    return a[0] + a[1];
}

int main(void)
{
    int total = 0;
    for (int i = 0; i < 2; i++) {
        int a[2];
        if (i == 0)
            memset(a, 0, sizeof a);
        total += sum(a);
    }
    if (total == 0)
        return 1;
    return 0;
}

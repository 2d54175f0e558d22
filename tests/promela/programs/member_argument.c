// verdict: VERIFIED
// Members as arguments: names of parameters begin those of members, or end those of structs.
#include <assert.h>

struct pair {
    int next, lot;
    int (*step)(int);
};

static int up(int n)
{
    int k = n;

    while (k < 5)
        k++;
    return k;
}

static int same(int air)
{
    int k = 0;

    while (k < air)
        k++;
    return k;
}

static long long wide(long long l)
{
    while (l < 5)
        l++;
    return l;
}

int main(void)
{
    struct pair pair = {1, 2, up};
    volatile long long z = 1;

    assert(pair.step(pair.next) == 5 && same(pair.lot) == 2 && wide(z + 1) == 5);
    return 0;
}

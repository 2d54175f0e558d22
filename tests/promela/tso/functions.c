// Before there are threads stores go to memory at once, in functions too.
// sc: VERIFIED
// tso: VERIFIED
// pso: VERIFIED
#include <assert.h>
#include <pthread.h>

int x[8], y;

static void fill(int n)
{
    for (int i = 0; i < 8; i++)
        x[i] = n;
}

static void *reader(void *unused)
{
    assert(x[7] == 3);
    y = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    fill(3);
    assert(x[0] == 3);
    pthread_create(&t, 0, reader, 0);
    pthread_join(t, 0);
    assert(y == 1);
    return 0;
}

// More stores than a buffer holds: nothing is proved.
// sc: VERIFIED
// tso: UNKNOWN
#include <assert.h>
#include <pthread.h>

int x[6], seen;

static void *writer(void *unused)
{
    for (int i = 0; i < 6; i++)
        x[i] = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    seen = x[5];
    assert(!seen || x[0]);
    pthread_join(t, 0);
    return 0;
}

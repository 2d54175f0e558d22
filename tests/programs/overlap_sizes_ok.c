// verdict: VERIFIED
// A word that is written at once is never seen half.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static volatile uint64_t u;

static void *writer(void *arg)
{
    u = 0x100000001;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    uint64_t x = u;
    assert(x == 0 || x == 0x100000001);
    pthread_join(t, NULL);
    return 0;
}

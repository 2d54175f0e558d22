// verdict: FAILED assertion :22
// flags: -m32
// A plain 64-bit counter on a 32-bit machine is written in two halves.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uint64_t ticks;

static void *interrupt(void *arg)
{
    ticks = UINT64_C(0x100000000);
    return arg;
}

int main(void)
{
    pthread_t t;
    ticks = UINT64_C(0xffffffff);
    pthread_create(&t, NULL, interrupt, NULL);
    uint64_t now = ticks;
    assert(now == UINT64_C(0xffffffff) || now == UINT64_C(0x100000000));
    pthread_join(t, NULL);
    return 0;
}

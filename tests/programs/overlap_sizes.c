// verdict: FAILED assertion :24
// A word is read while its halves are written one after the other.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
    volatile uint64_t whole;
    volatile uint32_t half[2];
} u;

static void *writer(void *arg)
{
    u.half[0] = 1;
    u.half[1] = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    uint64_t x = u.whole;
    assert(x == 0 || x == 0x100000001);
    pthread_join(t, NULL);
    return 0;
}

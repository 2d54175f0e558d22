// verdict: VERIFIED
// also: --memory tso VERIFIED
// also: --memory pso VERIFIED
// A load of more bytes than the store that waits has: it waits until the store is in memory, as on
// x86.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static union {
    uint32_t word;
    uint8_t byte[4];
} u;
static uint64_t copy[2];

static void *other(void *arg)
{
    u.byte[3] = 1;
    copy[1] = u.byte[3];
    return arg;
}

int main(void)
{
    pthread_t t;
    uint64_t mine[2];

    pthread_create(&t, NULL, other, NULL);
    u.byte[0] = 7;
    assert((u.word & 0xff) == 7);
    u.word = 0x01000002;
    assert(u.byte[0] == 2);
    copy[0] = 5;
    memcpy(mine, copy, sizeof mine);
    assert(mine[0] == 5);
    pthread_join(t, NULL);
    return 0;
}

// verdict: FAILED assertion
// The lock is left open by a clear too early.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x, y;
static _Bool lock;
static unsigned char bits = 0xf0;

static void *run(void *of)
{
    __sync_fetch_and_or(&x, 4);
    __sync_xor_and_fetch(&x, 8);
    while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE))
        ;
    __atomic_clear(&lock, __ATOMIC_RELEASE);
    y++;
    __atomic_clear(&lock, __ATOMIC_RELEASE);
    return of;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, run, NULL);
    __sync_or_and_fetch(&x, 3);
    __sync_fetch_and_and(&x, 14);
    while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE))
        ;
    y++;
    __atomic_clear(&lock, __ATOMIC_RELEASE);
    pthread_join(t, NULL);
    assert(x == 14 && y == 2 && !lock);
    assert(__sync_fetch_and_nand(&bits, 0xcc) == 0xf0 && bits == 0x3f);
    assert(__sync_and_and_fetch(&bits, 0x0f) == 0x0f && __sync_fetch_and_xor(&bits, 1) == 0x0f && bits == 0x0e);
    assert(__sync_nand_and_fetch(&bits, 0xff) == 0xf1);
    return 0;
}

// verdict: VERIFIED
// The mended twin of hang_section.c: what the section waits for is there.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn = 3;

static void *waits(void *unused)
{
    int old = 3;

    heddle_atomic_begin();
    while (!atomic_compare_exchange_strong(&turn, &old, 4))
        old = 3;
    heddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, waits, NULL);
    while (atomic_load(&turn) == 1)
        continue;
    pthread_join(t, NULL);
    return 0;
}

// verdict: FAILED hang
// also: -DLEAVES VERIFIED
// A section that is never left, and rests at choices inside: whoever is outside waits for ever.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *turns(void *unused)
{
    heddle_atomic_begin();
#ifdef LEAVES
    if (x == 0)
#else
    while (x == 0)
#endif
        if (heddle_choose(2))
            y = 2;
    heddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, turns, NULL);
    x = 1;
    pthread_join(t, NULL);
    return 0;
}

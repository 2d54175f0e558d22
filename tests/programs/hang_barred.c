// verdict: FAILED hang :13
// also: -DSTOPPED FAILED hang
// also: -DLATER VERIFIED
// A thread turns for ever inside an atomic section, and the one that would let it go on is kept
// out: what it is about to store does not count.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static void *waits(void *flag)
{
    heddle_atomic_begin();
    while (atomic_load((atomic_int *)flag))
        continue;
    heddle_atomic_end();
    return NULL;
}

int main(void)
{
    static atomic_int flag = 1;
    pthread_t t;

#ifdef LATER
    flag = 0;
    pthread_create(&t, NULL, waits, &flag);
#else
    pthread_create(&t, NULL, waits, &flag);
#ifdef STOPPED
    for (;;)
        flag = !flag;
#endif
    flag = 0;
#endif
    pthread_join(t, NULL);
    return 0;
}

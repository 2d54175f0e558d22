// verdict: FAILED misuse
// also: -DMENDED VERIFIED
// also: -DEXITS VERIFIED
// A section that a thread began and did not end when it ends; the end of the process ends all.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

static int x;

static void *worker(void *arg)
{
    heddle_atomic_begin();
    x = 1;
#ifdef MENDED
    heddle_atomic_end();
#endif
#ifdef EXITS
    exit(0);
#endif
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return x - 1;
}

// Of two errors of one step the invariant is the first: nothing happens between them that others could see.
// flag: --invariant=count >= 0
// verdict: FAILED invariant :13
// also: -DMENDED FAILED out-of-bounds :17
#include <pthread.h>

static int count, buffer[2];

static void *worker(void *arg)
{
    int at;
#ifndef MENDED
    at = --count;
#else
    at = count - 1;
#endif
    return arg && buffer[at] ? arg : 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, &t);
    pthread_join(t, 0);
    return 0;
}

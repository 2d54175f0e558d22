// What an operation of the library changes is watched too, while there is one thread only.
// flag: --invariant=untouched(&lock, sizeof lock)
// verdict: FAILED invariant :22
// also: -DMENDED VERIFIED
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int untouched(const void *p, unsigned long n)
{
    const unsigned char *at = p;

    for (unsigned long i = 0; i < n; i++)
        if (at[i])
            return 0;
    return 1;
}

int main(void)
{
#ifndef MENDED
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
#endif
    return untouched(&lock, 1) ? 0 : 1;
}

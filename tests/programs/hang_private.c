// verdict: FAILED hang
// also: --reduction tau FAILED hang
// also: --reduction tau+ FAILED hang
// also: -DMENDED VERIFIED
// A thread waits for another one that counts round and round, in memory that nobody else can reach.
#include <pthread.h>
volatile int x;
void *counts(void *p)
{
    volatile int i = 0;
    for (;;)
        i = (i + 1) % 20;
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, counts, 0);
    x = 1;
#ifndef MENDED
    pthread_join(t, 0);
#endif
    return 0;
}

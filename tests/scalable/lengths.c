/* Two threads make N arrays of variable length in a loop that is a jump back. */
#include <pthread.h>

#ifndef N
#define N 20000
#endif

static void *run(void *arg)
{
    int k = 0, sum = 0;
again:;
    {
        int own[k % 7 + 1];
        own[0] = k;
        sum += own[0] & 1;
    }
    if (++k < N)
        goto again;
    return sum ? arg : NULL;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

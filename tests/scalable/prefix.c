/* N updates of a global array before the first thread is created. */
#include <pthread.h>

#ifndef N
#define N 1000000
#endif

static int table[64], total;
static void *run(void *arg)
{
    total++;
    return arg;
}
int main(void)
{
    pthread_t t;
    for (int k = 0; k < N; k++)
        table[k & 63] += k;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    return 0;
}

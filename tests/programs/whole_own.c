// verdict: VERIFIED
// Threads that write to elements of their own of one array, and end: nobody meets anybody, and one order is enough.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef N
#define N 5
#endif

static int own[N];
static int *cells[N];

static void *work(void *arg)
{
    int me = (int)(long)arg;

    own[me] = 1;
    *cells[me] = own[me] + me;
    own[me]++;
    return NULL;
}

int main(void)
{
    pthread_t t[N];

    for (long k = 0; k < N; k++)
        cells[k] = malloc(sizeof *cells[k]);
    for (long k = 0; k < N; k++)
        pthread_create(&t[k], NULL, work, (void *)k);
    for (int k = 0; k < N; k++)
        pthread_join(t[k], NULL);
    for (int k = 0; k < N; k++)
        assert(own[k] == 2 && *cells[k] == k + 1);
    return 0;
}

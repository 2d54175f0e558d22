// verdict: FAILED use-after-free :24
// The last of two joins stores where nothing is any more.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int count;

static void *counts(void *unused)
{
    count++;
    return unused;
}

int main(void)
{
    void **gone = malloc(sizeof *gone);
    pthread_t a, b;

    free(gone);
    pthread_create(&a, NULL, counts, NULL);
    pthread_create(&b, NULL, counts, NULL);
    pthread_join(a, NULL);
    pthread_join(b, gone);
    return 0;
}

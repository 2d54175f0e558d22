// The one that frees comes after the one that reads: both orders must be looked at.
// verdict: FAILED use-after-free :12
#include <pthread.h>
#include <stdlib.h>

static int *p;
static int seen;

static void *reads(void *a)
{
    int *mine = p;
    seen = *mine;
    return a;
}

static void *frees(void *a)
{
    free(p);
    return a;
}

int main(void)
{
    pthread_t t, u;

    p = malloc(sizeof *p);
    *p = 1;
    pthread_create(&t, 0, reads, 0);
    pthread_create(&u, 0, frees, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}

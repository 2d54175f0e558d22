// with -DNEW=malloc(16): FAILED use-after-free / FAILED use-after-free
// with -DNEW=malloc(16) -DLATE: FAILED use-after-free / FAILED data-race
// with -DNEW=calloc(2,8) -DLATE: FAILED use-after-free / FAILED data-race
// with -DNEW=malloc(16) -DSAFE: VERIFIED / VERIFIED
// A thread that learns under a lock that a block was freed uses it; the one that freed it may have it again.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char *block;
static int freed;

static void *first(void *arg)
{
    char *again = NULL;

    pthread_mutex_lock(&m);
    free(block);
    freed = 1;
    pthread_mutex_unlock(&m);
#ifdef LATE
    again = NEW;
#endif
    return arg ? again : NULL;
}

static void *second(void *arg)
{
    int f;

    pthread_mutex_lock(&m);
    f = freed;
    pthread_mutex_unlock(&m);
#ifndef SAFE
    if (f)
        *block = 1;
#endif
    return f ? arg : NULL;
}

int main(void)
{
    pthread_t t, u;

    block = NEW;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}

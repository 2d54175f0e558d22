// verdict: FAILED assertion :12
// The last thread to end runs the handlers; here it may be the one that could have ended the process
// itself.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static _Thread_local int mine;

static void handler(void)
{
    assert(mine == 0);
}

static void *first(void *arg)
{
    if (arg)
        exit(1);
    mine = 1;
    return NULL;
}

static void *second(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_t s, t;

    atexit(handler);
    pthread_create(&s, NULL, first, NULL);
    pthread_create(&t, NULL, second, NULL);
    pthread_exit(NULL);
}

// right: VERIFIED
// wrong: FAILED hang
// built by heddle cc
// mutant: NATIVE_PARKED_GOES
// Threads that stop in loops without exits; the wrong program waits for the end of one.
#include <pthread.h>
#include <unistd.h>

static void *stops(void *arg)
{
    for (;;)
        ;
    return arg;
}

static void *jumps(void *arg)
{
L:
    goto L;
    return arg;
}

static void *sleeps(void *arg)
{
    while (1)
        sleep(1);
    return arg;
}

int main(void)
{
    pthread_t p, q, r;

    pthread_create(&p, NULL, stops, NULL);
    pthread_create(&q, NULL, jumps, NULL);
    pthread_create(&r, NULL, sleeps, NULL);
    pthread_cancel(r);
    pthread_join(r, NULL);
    pthread_create(&r, NULL, sleeps, NULL);
#ifdef WRONG
    pthread_join(p, NULL);
#endif
    pthread_exit(NULL);
}

// verdict: VERIFIED
// not: none
// also: -O1 VERIFIED
// also: -O2 VERIFIED
// also: -DWAITS FAILED hang
// also: -DWAITS -O2 FAILED hang
// also: -DMACRO VERIFIED
// also: -DMACRO -O2 VERIFIED
// A service in a loop without an exit calls what ends the process where an operation fails.  Inlined, that is no exit
// either; the exit of a loop that waits is one.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define SERVE(q) for (;;) while (q) q--

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int stop, queue;
static int jobs;

static void check(int e)
{
    if (e)
        exit(1);
}

static void *service(void *arg)
{
#ifdef MACRO
    SERVE(queue);
#elif defined WAITS
    while (!stop) {
#else
    for (;;) {
#endif
#ifndef MACRO
        check(pthread_mutex_lock(&m));
        if (jobs)
            jobs--;
        check(pthread_mutex_unlock(&m));
    }
#endif
    return arg;
}

int main(void)
{
    pthread_t t;

    jobs = 1;
    queue = 1;
    check(pthread_create(&t, NULL, service, NULL));
    pthread_exit(NULL);
}

// A mutex that a thread has made is destroyed before the process ends, or only if the thread gets so far.
// right: VERIFIED
// wrong: FAILED leak
// options: --leaks
#include <pthread.h>
#include <unistd.h>

static void *uses(void *arg)
{
    pthread_mutex_t m;

    pthread_mutex_init(&m, NULL);
    pthread_mutex_destroy(&m);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, uses, NULL);
#ifndef WRONG
    pthread_join(t, NULL);
#endif
    _exit(0);
}

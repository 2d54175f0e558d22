// An abstraction that has no value in a state fails there, and the trace shows how the state came about.
// flag: --abstract=last->value
// flags: --abstract-keep control
// verdict: FAILED null-pointer
// also: -DMENDED UNKNOWN told apart
#include <pthread.h>

static struct item {
    int value;
} one, *volatile last = &one;

static void *worker(void *arg)
{
    last->value = 2;
#ifndef MENDED
    last = 0;
#endif
    return arg;
}

int main(void)
{
    pthread_t t;

    one.value = 1;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}

// A signal that a thread gets before its first operation or its end runs its handler.
// mutant: NATIVE_SIGNAL_EARLY
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static int heard;

static void hear(int number)
{
    heard += number == SIGUSR1;
}

static void *worker(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_t t;
    int sent;

    signal(SIGUSR1, hear);
    pthread_create(&t, NULL, worker, NULL);
    sent = pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
#ifdef WRONG
    assert(!heard);
#else
    assert(sent == 0 && heard <= 1);
#endif
    return 0;
}

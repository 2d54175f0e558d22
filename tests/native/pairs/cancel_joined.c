// A thread that has ended can be signalled and cancelled until it is joined.
// mutant: NATIVE_THREAD_GONE
// right: VERIFIED
// wrong: FAILED misuse
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void *worker(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, NULL);
#ifdef WRONG
    pthread_join(t, NULL);
    assert(pthread_cancel(t) == 0);
#else
    assert(pthread_kill(t, 0) == 0);
    assert(pthread_cancel(t) == 0);
    pthread_join(t, NULL);
#endif
    return 0;
}

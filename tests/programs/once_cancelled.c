// A routine that is cancelled was never called: the next one is.
// verdict: VERIFIED
// outcomes: 2
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int calls;

static void first(void)
{
    calls++;
    pthread_testcancel();
}

static void second(void)
{
    calls += 10;
}

static void *tries(void *arg)
{
    pthread_once(&once, first);
    return arg;
}

int main(void)
{
    pthread_t a;
    void *result;

    pthread_create(&a, 0, tries, 0);
    pthread_cancel(a);
    pthread_join(a, &result);
    pthread_once(&once, second);
    assert(calls == 1 || (result == PTHREAD_CANCELED && calls == 11));
    return 0;
}

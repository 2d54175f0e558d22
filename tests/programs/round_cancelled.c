// A loop that reads 0 is left when the thread was cancelled, and only then: the read is not known to lead nowhere.
// verdict: FAILED assertion :13
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void left(void *unused)
{
    (void)unused;
    /* the flag was not seen to be set: it may be set by now, or not */
    assert(atomic_load(&flag) == 1);
}

static void *waits(void *arg)
{
    pthread_cleanup_push(left, 0);
    while (!atomic_load(&flag))
        pthread_testcancel();
    pthread_cleanup_pop(0);
    return arg;
}

static void *sets(void *arg)
{
    atomic_store(&flag, 1);
    return arg;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, waits, 0);
    pthread_create(&b, 0, sets, 0);
    pthread_cancel(a);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

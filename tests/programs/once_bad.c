// verdict: FAILED assertion :14
// A hand-made once that sets its flag before the work is done.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int started;
static int ready;

static void *work(void *arg)
{
    if (!atomic_exchange(&started, 1))
        ready = 1;
    assert(ready == 1);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

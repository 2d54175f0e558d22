// verdict: VERIFIED
// A spin lock excludes; trylock of a held one fails.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t s;
static int counter;

static void *work(void *arg)
{
    pthread_spin_lock(&s);
    counter++;
    assert(pthread_spin_trylock(&s) == EBUSY);
    pthread_spin_unlock(&s);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    pthread_spin_destroy(&s);
    return 0;
}

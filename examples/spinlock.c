/* A lock that is taken by exchanging it for 1.  It keeps the two threads apart, and it is not fair:
 *
 *     heddle check examples/spinlock.c --ltl 'G (waits -> F inside)' --fair weak
 *
 * shows that the second thread may find the lock taken each time it looks, although it looks again and
 * again. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int waits, inside; /* the second thread */

static void acquire(void)
{
    while (atomic_exchange(&lock, 1))
        ;
}

static void release(void)
{
    atomic_store(&lock, 0);
}

static void *first(void *arg)
{
    for (;;) {
        acquire();
        release();
    }
    return arg;
}

static void *second(void *arg)
{
    for (;;) {
        waits = 1;
        acquire();
        waits = 0;
        inside = 1;
        inside = 0;
        release();
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

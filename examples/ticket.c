/* A lock with tickets: whoever draws one is served in turn.
 *
 *     heddle check examples/ticket.c --ltl 'G (waits -> F inside)' --fair weak
 *
 * proves that the second thread gets in each time, as long as nobody is left standing for ever. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar next, serving;
static int waits, inside; /* the second thread */

static void acquire(void)
{
    unsigned char mine = atomic_fetch_add(&next, 1);

    while (atomic_load(&serving) != mine)
        ;
}

static void release(void)
{
    atomic_fetch_add(&serving, 1);
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

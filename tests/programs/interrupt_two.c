// verdict: FAILED assertion
// also: -DMENDED VERIFIED
// also: -DAGAIN FAILED misuse
// also: -DMENDED -DNESTED VERIFIED
// also: -DMENDED -DDEAF FAILED hang or deadlock
// Two sources, which never interrupt each other, and a thread that both interrupt.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static volatile int shared, seen;
static atomic_int done;

static void add(void *arg)
{
    int before = shared;

    shared = before + *(int *)arg;
    assert(shared == before + *(int *)arg); /* nobody comes in between */
}

static void *worker(void *arg)
{
#ifdef MENDED
    heddle_interrupts_off();
#endif
#ifdef NESTED
    heddle_interrupts_off();
    heddle_interrupts_on();
#endif
    seen = shared;
    shared = seen + 4;
    assert(shared == seen + 4);
#ifdef MENDED
    heddle_interrupts_on();
#endif
    return arg;
}

static void finish(void *arg)
{
    (void)arg;
    done = 1;
}

int main(void)
{
    static int one = 1, two = 2;
    pthread_t t;

    heddle_interrupt(add, &one, 1);
    heddle_interrupt(add, &two, 1);
#ifdef AGAIN
    heddle_interrupt(add, &two, 1);
#endif
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
#ifdef DEAF
    heddle_interrupts_off();
#endif
    heddle_interrupt(finish, 0, 1);
    while (!done)
        ;
    heddle_interrupts_off();
    return shared > 7;
}

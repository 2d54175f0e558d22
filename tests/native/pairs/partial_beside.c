// right: VERIFIED
// wrong: UNKNOWN
// built by heddle cc
// mutant: NATIVE_EMPTY
// Two threads wait for each other while another one watches what the first one writes for ever.  What those two may do
// together is not followed: no run has an end, and that nothing is lost is not known.
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
atomic_int n;

static void *one(void *arg)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}

static void *other(void *arg)
{
#ifdef WRONG
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return arg;
#else
    return one(arg);
#endif
}

#ifdef WRONG
static void *watches(void *arg)
{
    while (n < 2)
        ;
    return arg;
}
#endif

int main(void)
{
    pthread_t p, q;

    pthread_create(&p, NULL, one, NULL);
    pthread_create(&q, NULL, other, NULL);
#ifdef WRONG
    pthread_t r;

    pthread_create(&r, NULL, watches, NULL);
    for (;;) {
        n = 1;
        n = 0;
    }
#endif
    pthread_join(p, NULL);
    pthread_join(q, NULL);
}

// right: VERIFIED
// wrong: VERIFIED
// options: --allow-partial-deadlock
// built by heddle cc
// As partial.c, where this is allowed.
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

int main(void)
{
    pthread_t p, q;

    pthread_create(&p, NULL, one, NULL);
    pthread_create(&q, NULL, other, NULL);
    for (;;)
        n = !n;
}

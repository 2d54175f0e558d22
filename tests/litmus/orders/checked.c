// restores: 24: store: relaxed -> release
// Double-checked locking: made once, and used without the lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int made;
static _Atomic(int *) instance;

static int *get(void)
{
    int *p = atomic_load_explicit(&instance, memory_order_acquire);
    if (p)
        return p;
    pthread_mutex_lock(&m);
    p = atomic_load_explicit(&instance, memory_order_relaxed);
    if (!p) {
        made = 7;
        p = &made;
        atomic_store_explicit(&instance, p, PUBLISH);
    }
    pthread_mutex_unlock(&m);
    return p;
}

static void *use(void *arg)
{
    assert(*get() == 7);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, use, NULL);
    use(NULL);
    pthread_join(t, NULL);
    return 0;
}

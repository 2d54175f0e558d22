// verdict: FAILED assertion :26
// shows: an old value
// Two threads create others at the same time, and one of these hands a message to the other by a relaxed flag.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int data, ready, begun;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *sender(void *arg)
{
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return arg;
}

static void *receiver(void *arg)
{
    int seen;

    pthread_mutex_lock(&m);
    seen = atomic_load_explicit(&ready, memory_order_acquire);
    pthread_mutex_unlock(&m);
    if (seen && atomic_load_explicit(&begun, memory_order_relaxed) == 2)
        assert(atomic_load_explicit(&data, memory_order_relaxed));
    return arg;
}

static void *outer(void *child)
{
    pthread_t t;

    atomic_fetch_add_explicit(&begun, 1, memory_order_relaxed);
    pthread_create(&t, NULL, child ? sender : receiver, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return NULL;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, outer, i ? &m : NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}

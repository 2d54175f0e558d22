// verdict: FAILED data-race :28
// flags: --races error
// The lock was given back and taken again: a trylock that fails does not come after that.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data, seen;
static atomic_int again;

static void *writer(void *arg)
{
    pthread_mutex_lock(&m);
    data = 1;
    pthread_mutex_unlock(&m);
    atomic_store_explicit(&again, 1, memory_order_relaxed);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, writer, NULL);
    if (atomic_load_explicit(&again, memory_order_relaxed)) {
        if (pthread_mutex_trylock(&m))
            seen = data;
        else
            pthread_mutex_unlock(&m);
    }
    pthread_join(a, NULL);
    return 0;
}

// verdict: FAILED data-race
// also: -DORDERED VERIFIED
// flags: --races error
// Two bytes side by side are written, the second one after the lock was given back.
#include <pthread.h>
#include <stdatomic.h>

static unsigned char bytes[2];
static int given;
static atomic_int written; /* orders nothing */
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writes(void *unused)
{
    bytes[0] = 1;
#ifdef ORDERED
    bytes[1] = 1;
#endif
    pthread_mutex_lock(&m);
    given = 1;
    pthread_mutex_unlock(&m);
#ifndef ORDERED
    bytes[1] = 1;
#endif
    atomic_store_explicit(&written, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    int sum = 0, may;

    pthread_create(&t, NULL, writes, NULL);
    pthread_mutex_lock(&m);
    may = given;
    pthread_mutex_unlock(&m);
    if (may && atomic_load_explicit(&written, memory_order_relaxed))
        sum = bytes[0] + bytes[1];
    pthread_join(t, NULL);
    return sum > 2;
}

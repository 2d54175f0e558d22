// verdict: VERIFIED
// also: --memory tso UNKNOWN --buffer
// also: --memory pso UNKNOWN --buffer
// also: --memory tso --buffer 10 VERIFIED
// also: --memory tso --buffer 9 UNKNOWN --buffer
// More stores in a row than a buffer takes.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x[10], y;

static void *writer(void *arg)
{
    for (int i = 0; i < 10; i++)
        atomic_store_explicit(&x[i], i, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, writer, NULL);
    y = x[9];
    pthread_join(t, NULL);
    return 0;
}

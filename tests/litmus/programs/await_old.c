// verdict: VERIFIED
// executions: 4
// Each of two threads waits for an odd number, and may see the old one, 1, or the new one, 3.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *count(void *arg)
{
    for (int i = 1; i <= 3; i++)
        atomic_store_explicit(&x, i, memory_order_relaxed);
    return arg;
}

static void *wait(void *arg)
{
    while (atomic_load_explicit(&x, memory_order_relaxed) % 2 == 0)
        ;
    return arg;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, count, NULL);
    pthread_create(&t[1], NULL, wait, NULL);
    pthread_create(&t[2], NULL, wait, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}

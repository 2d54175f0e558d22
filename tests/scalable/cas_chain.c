/* cas_chain: thread n exchanges n - 1 for n, once.
 * Parameter: -DN=threads (default 4).
 * An exchange that fails only reads, so that the runs are told apart by which of them succeed and by where
 * the others stand between those: 14, 43, 144, 523, 2048, 8597 for N = 4..9. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif

static atomic_int x;

static void *link(void *argument)
{
    int n = (int)(intptr_t)argument, expected = n - 1;

    atomic_compare_exchange_strong(&x, &expected, n);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];

    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, link, (void *)(intptr_t)(i + 1));
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

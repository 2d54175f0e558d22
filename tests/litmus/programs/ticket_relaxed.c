// verdict: FAILED data-race :15
// A ticket lock whose unlock releases nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { N = 4 };
static atomic_uint next, serving;
static int count;

static void *worker(void *arg)
{
    unsigned mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    while (atomic_load_explicit(&serving, memory_order_acquire) != mine) { }
    count++;
    atomic_store_explicit(&serving, mine + 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(count == N);
    return 0;
}

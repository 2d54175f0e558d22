// verdict: VERIFIED
// executions: 6
// A lock by test-and-set: rounds in which it is found taken change nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { N = 3 };
static atomic_flag l = ATOMIC_FLAG_INIT;
static int n;

static void *count(void *arg)
{
    while (atomic_flag_test_and_set_explicit(&l, memory_order_acquire)) { }
    n++;
    atomic_flag_clear_explicit(&l, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, count, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(n == N);
    return 0;
}

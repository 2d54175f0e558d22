// verdict: VERIFIED
// executions: 3
// Store buffering, one of whose threads goes on in a thread that it creates: all is seq_cst, so one
// store is seen.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int a, b;
static void *second(void *arg)
{
    a = atomic_load(&y);
    return arg;
}
static void *other(void *arg)
{
    atomic_store(&y, 1);
    b = atomic_load(&x);
    return arg;
}
static void *first(void *arg)
{
    pthread_t t;
    atomic_store(&x, 1);
    pthread_create(&t, 0, second, 0);
    pthread_join(t, 0);
    return arg;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, other, 0);
    pthread_create(&t[1], 0, first, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(a || b);
}

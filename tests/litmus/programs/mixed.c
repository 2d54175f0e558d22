// verdict: UNKNOWN mixed.c:10: atomic accesses of different sizes
// A variable and its lower half.
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(unsigned long) x;

static void *half(void *arg)
{
    atomic_store((_Atomic(unsigned) *)(void *)&x, 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, half, NULL);
    atomic_load(&x);
    pthread_join(t, NULL);
    return 0;
}

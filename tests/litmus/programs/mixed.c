// verdict: UNKNOWN mixed.c:10: an atomic access of 4 bytes that overlaps one of 8 bytes is not supported
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

// verdict: FAILED hang :9
// also: -DMENDED VERIFIED
// Two spin locks that are taken in two orders.
#include <pthread.h>
#include <stdatomic.h>
atomic_flag a = ATOMIC_FLAG_INIT, b = ATOMIC_FLAG_INIT;
static void lock(atomic_flag *f)
{
    while (atomic_flag_test_and_set(f))
        ;
}
static void unlock(atomic_flag *f)
{
    atomic_flag_clear(f);
}
void *left(void *x)
{
    lock(&a);
    lock(&b);
    unlock(&b);
    unlock(&a);
    return x;
}
void *right(void *x)
{
#ifdef MENDED
    return left(x);
#endif
    lock(&b);
    lock(&a);
    unlock(&a);
    unlock(&b);
    return x;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, left, 0);
    pthread_create(&t[1], 0, right, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
}

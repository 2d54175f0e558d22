// verdict: VERIFIED
// Which thread is the last to end: of two ends that come while three are left each may be followed by
// the other one as the last.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *two(void *arg)
{
    int e = 2;

    atomic_compare_exchange_strong(&x, &e, 1);
    return arg;
}
static void *add(void *arg)
{
    x++;
    return arg;
}
static void *none(void *arg)
{
    int e = 0;

    atomic_compare_exchange_strong(&x, &e, 3);
    return arg;
}
static void *clear(void *arg)
{
    x = 0;
    return arg;
}
int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, two, 0);
    pthread_create(&t, 0, add, 0);
    pthread_create(&t, 0, none, 0);
    pthread_create(&t, 0, clear, 0);
    pthread_exit(0);
}

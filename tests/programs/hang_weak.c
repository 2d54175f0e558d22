// verdict: FAILED hang
// also: --reduction sleep FAILED hang
// also: --reduction sleep --engine bfs FAILED hang
// States are met again with other sets of sleeping threads: the way to the failure is found all the same.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int z, y;
static int set(atomic_int *a)
{
    int old = 0;
    return atomic_compare_exchange_weak(a, &old, 1);
}
static void *set_both(void *arg)
{
    while (!set(&z))
        ;
    while (!set(&y))
        ;
    return arg;
}
static void *nothing(void *arg)
{
    return arg;
}
int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], 0, set_both, 0);
    pthread_create(&t[1], 0, nothing, 0);
    pthread_create(&t[2], 0, nothing, 0);
    y = !y;
    pthread_join(t[0], 0);
    return 0;
}

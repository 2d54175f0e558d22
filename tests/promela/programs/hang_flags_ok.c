// verdict: VERIFIED
// hangs
// Two flags as locks, in one order: each wait ends.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
atomic_flag a = ATOMIC_FLAG_INIT, b = ATOMIC_FLAG_INIT;
static void *one(void *p)
{
    while (atomic_flag_test_and_set(&a))
        sched_yield();
    while (atomic_flag_test_and_set(&b))
        sched_yield();
    atomic_flag_clear(&b);
    atomic_flag_clear(&a);
    return p;
}
static void *other(void *p)
{
    while (atomic_flag_test_and_set(&a))
        sched_yield();
    while (atomic_flag_test_and_set(&b))
        sched_yield();
    atomic_flag_clear(&a);
    atomic_flag_clear(&b);
    return p;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, other, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}

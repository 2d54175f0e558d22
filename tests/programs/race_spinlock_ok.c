// verdict: VERIFIED
// flags: --races error
// A spin lock with the right orders.
#include <pthread.h>
#include <stdatomic.h>

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
    pthread_t a, b;
    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, count, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return n != 2;
}

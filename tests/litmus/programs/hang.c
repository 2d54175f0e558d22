// verdict: FAILED hang
// A flag that nobody sets.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, other;

static void *waiter(void *arg)
{
    while (!atomic_load(&flag)) { }
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    atomic_store(&other, 1);
    pthread_join(t, NULL);
    return 0;
}

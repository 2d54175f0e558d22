// restores: none will do
// What races is plain: no order of the atomic accesses beside it mends that.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int count;

static void *work(void *arg)
{
    data++;
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}

// verdict: FAILED data-race
// flags: --races error
// A thread ends detached, and another one is created, which knows nothing of what the first one did.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int done;

static void *writer(void *arg)
{
    data = 1;
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return arg;
}

static void *reader(void *arg)
{
    return data ? arg : NULL;
}

static void start(void)
{
    pthread_t a;
    pthread_create(&a, NULL, writer, NULL);
    pthread_detach(a);
}

int main(void)
{
    pthread_t a;
    start();
    while (!atomic_load_explicit(&done, memory_order_relaxed)) { }
    pthread_create(&a, NULL, reader, NULL);
    pthread_join(a, NULL);
    return 0;
}

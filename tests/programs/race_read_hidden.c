// verdict: FAILED data-race :25
// flags: --races error
// A thread reads and writes what another one has read: its own read does not stand for the other's.
#include <pthread.h>
#include <stdatomic.h>

static int data, seen;
static atomic_int done;

static void *reader(void *arg)
{
    seen = data;
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t a;
    int mine;
    pthread_create(&a, NULL, reader, NULL);

    if (atomic_load_explicit(&done, memory_order_relaxed)) {
        mine = data;
        data = mine + 1;
    }
    pthread_join(a, NULL);
    return 0;
}

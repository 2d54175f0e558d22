// verdict: VERIFIED
// executions: 1
// A message is handed over by a flag with release and acquire; who waits for it sees it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *sender(void *arg)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, sender, NULL);
    while (!atomic_load_explicit(&flag, memory_order_acquire)) { }
    assert(data == 1);
    pthread_join(t, NULL);
    return 0;
}

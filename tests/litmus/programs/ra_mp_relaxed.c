// verdict: VERIFIED
// executions: 1
// memory: ra
// A message that is handed over by a relaxed flag: release-acquire takes its store for a release.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *sender(void *arg)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
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

// spare: 14: store: seq_cst -> release
// spare: 22: load: seq_cst -> acquire
// A message with the strongest orders: the weaker ones will do.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *send(void *arg)
{
    data = 1;
    atomic_store(&ready, 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, send, NULL);
    if (atomic_load(&ready))
        assert(data == 1);
    pthread_join(t, NULL);
    return 0;
}

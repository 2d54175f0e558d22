// restores: 20: store: relaxed -> release
// restores: 28: load: relaxed -> acquire
// A message with the weakest orders: two have to be stronger.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#define LOOK memory_order_acquire
#else
#define LOOK PUBLISH
#endif
static int data;
static atomic_int ready;

static void *send(void *arg)
{
    data = 1;
    atomic_store_explicit(&ready, 1, PUBLISH);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, send, NULL);
    if (atomic_load_explicit(&ready, LOOK))
        assert(data == 1);
    pthread_join(t, NULL);
    return 0;
}

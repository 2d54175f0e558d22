// verdict: FAILED assertion :18
// x++ is a load and a store.
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *arg)
{
    x++;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0); x++;
    pthread_join(t, 0); assert(x == 2);
    return 0;
}

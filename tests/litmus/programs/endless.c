// verdict: UNKNOWN --max-depth
// A loop that counts for ever is cut.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint n;

static void *counter(void *arg)
{
    for (;;)
        atomic_fetch_add(&n, 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, counter, NULL);
    pthread_join(t, NULL);
    return 0;
}

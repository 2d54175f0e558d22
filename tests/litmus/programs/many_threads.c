// verdict: UNKNOWN many_threads.c:21: an execution of more than 256 threads is not supported
// flags: --max-depth 4000
// One thread after the other, more than events have names for.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *once(void *arg)
{
    atomic_fetch_add(&x, 1);
    return arg;
}

int main(void)
{
    for (int i = 0; i < 300; i++) {
        pthread_t t;

        pthread_create(&t, NULL, once, NULL);
        pthread_join(t, NULL);
    }
    return 0;
}

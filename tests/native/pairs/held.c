// right: VERIFIED
// wrong: FAILED leak
// options: --leaks
// A thread that ends while it holds a lock.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    pthread_mutex_lock(&m);
#ifndef WRONG
    pthread_mutex_unlock(&m);
#endif
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
}

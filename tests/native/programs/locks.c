// Two threads that take one lock seven times each: 14! / (7! 7!) = 3432 orders; LOCKS sets the seven.
#include <assert.h>
#include <pthread.h>

#ifndef LOCKS
#define LOCKS 7
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *work(void *arg)
{
    for (int i = 0; i < LOCKS; i++) {
        pthread_mutex_lock(&m);
        n++;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(n == 2 * LOCKS);
    return 0;
}

// verdict: VERIFIED
// also: --thread-symmetry VERIFIED
// Threads that cannot be told apart, each twice in a critical section.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n, inside;

static void *worker(void *arg)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        assert(!inside++);
        n++;
        inside--;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(n == 2 * N);
    return 0;
}

// verdict: VERIFIED
// also: --thread-symmetry VERIFIED
// also: -DBUG FAILED assertion :34
// also: -DBUG --thread-symmetry FAILED assertion :34
// also: -DSTUCK FAILED deadlock
// also: -DSTUCK --thread-symmetry FAILED deadlock
// Consumers of one function wait at a condition for what main produces.  With BUG a consumer that was
// woken does not look again; with STUCK one item is missing, and who gets none waits for ever.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif
#ifdef STUCK
#define ITEMS (N - 1)
#else
#define ITEMS N
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items, taken;

static void *consumer(void *arg)
{
    pthread_mutex_lock(&m);
#ifdef BUG
    if (!items)
#else
    while (!items)
#endif
        pthread_cond_wait(&filled, &m);
    assert(items > 0);
    items--;
    taken++;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, consumer, NULL);
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&m);
        items++;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&m);
    }
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(taken == N && !items);
    return 0;
}

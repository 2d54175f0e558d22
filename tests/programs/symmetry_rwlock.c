// verdict: VERIFIED
// outcomes: 2
// also: --thread-symmetry VERIFIED
// also: -DBUG FAILED unlock
// also: -DBUG --thread-symmetry FAILED unlock
// Two classes of threads, joined in turns: readers that read at the same time, writers that keep them out.
// With BUG a reader may give back what only another one holds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int reading, both;
static int value;

static void *reader(void *arg)
{
#ifdef BUG
    if (!pthread_rwlock_tryrdlock(&lock))
        pthread_rwlock_unlock(&lock);
#else
    pthread_rwlock_rdlock(&lock);
#endif
    if (atomic_fetch_add(&reading, 1) == 1)
        both = 1;
    int seen = value;
    assert(seen == value);
    atomic_fetch_sub(&reading, 1);
    pthread_rwlock_unlock(&lock);
    return arg;
}

static void *writer(void *arg)
{
    pthread_rwlock_wrlock(&lock);
    value++;
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t r[2], w[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&r[i], NULL, reader, NULL);
        pthread_create(&w[i], NULL, writer, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(r[i], NULL);
        pthread_join(w[i], NULL);
    }
    return 0;
}

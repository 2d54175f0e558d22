// verdict: VERIFIED
// outcomes: 1
// also: --thread-symmetry VERIFIED
// also: -DBUG FAILED assertion :42
// also: -DBUG --thread-symmetry FAILED assertion :42
// Threads that cannot be told apart over a struct that main lends them; with BUG an addition may be lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

struct shared {
    atomic_int n, most;
};

static void *worker(void *arg)
{
    struct shared *s = arg;
    int seen = atomic_load(&s->n);
#ifdef BUG
    atomic_store(&s->n, seen + 1);
#else
    while (!atomic_compare_exchange_strong(&s->n, &seen, seen + 1))
        continue;
#endif
    if (seen == N - 1)
        s->most = 1;
    return NULL;
}

int main(void)
{
    struct shared s = {0};
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, worker, &s);
    for (int i = N; i > 0; i--)
        pthread_join(t[i - 1], NULL);
    assert(s.n == N && s.most);
    return 0;
}

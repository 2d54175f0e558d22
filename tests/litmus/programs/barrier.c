// verdict: VERIFIED
// executions: 1
// Whoever leaves a barrier comes after all who came to it; in which order they came nobody can tell.
#include <assert.h>
#include <pthread.h>

enum { N = 4 };
static pthread_barrier_t b;
static int at[N];

static void *work(void *arg)
{
    long me = (long)arg;
    for (int round = 1; round <= 2; round++) {
        at[me] = round;
        pthread_barrier_wait(&b);
        assert(at[(me + 1) % N] == round);
        pthread_barrier_wait(&b);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    pthread_barrier_init(&b, NULL, N);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    pthread_barrier_destroy(&b);
    return 0;
}

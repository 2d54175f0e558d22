// verdict: VERIFIED
// Forks are taken in the order of their numbers.
#include <pthread.h>

enum { N = 3 };
static pthread_mutex_t fork_[N];

static void *philosopher(void *arg)
{
    int me = *(int *)arg, next = (me + 1) % N;
    int first = me < next ? me : next, second = me < next ? next : me;
    pthread_mutex_lock(&fork_[first]);
    pthread_mutex_lock(&fork_[second]);
    pthread_mutex_unlock(&fork_[second]);
    pthread_mutex_unlock(&fork_[first]);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    int name[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&fork_[i], NULL);
    for (int i = 0; i < N; i++) {
        name[i] = i;
        pthread_create(&t[i], NULL, philosopher, &name[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}

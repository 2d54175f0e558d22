// verdict: FAILED deadlock
// also: -m32 FAILED deadlock
// Three philosophers who all take the left fork first.
#include <pthread.h>

enum { N = 3 };
static pthread_mutex_t fork_[N];

static void *philosopher(void *arg)
{
    int me = *(int *)arg;
    pthread_mutex_lock(&fork_[me]);
    pthread_mutex_lock(&fork_[(me + 1) % N]);
    pthread_mutex_unlock(&fork_[(me + 1) % N]);
    pthread_mutex_unlock(&fork_[me]);
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

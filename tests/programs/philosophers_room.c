// verdict: VERIFIED
// One philosopher fewer in the room than there are forks.
#include <pthread.h>
#include <semaphore.h>

enum { N = 3 };
static pthread_mutex_t fork_[N];
static sem_t room;

static void *philosopher(void *arg)
{
    int me = *(int *)arg;
    sem_wait(&room);
    pthread_mutex_lock(&fork_[me]);
    pthread_mutex_lock(&fork_[(me + 1) % N]);
    pthread_mutex_unlock(&fork_[(me + 1) % N]);
    pthread_mutex_unlock(&fork_[me]);
    sem_post(&room);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    int name[N];
    sem_init(&room, 0, N - 1);
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

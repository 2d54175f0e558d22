/* N philosophers sit round a table with N forks, and each needs two to eat.
 *
 *     heddle check examples/philosophers.c
 *
 * ends in a deadlock: each holds the left fork and waits for the right one.  When the last philosopher
 * takes the right fork first, no circle can form:
 *
 *     heddle check -DLEFT_HANDED examples/philosophers.c
 *
 * -DN=4 -DROUNDS=2 makes the table larger and the meal longer. */
#include <pthread.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

static pthread_mutex_t fork_[N];
static int meals[N];

static void *philosopher(void *arg)
{
    int me = (int)(intptr_t)arg;
    int first = me, second = (me + 1) % N;
#ifdef LEFT_HANDED
    if (me == N - 1)
        first = second, second = me;
#endif
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&fork_[first]);
        pthread_mutex_lock(&fork_[second]);
        meals[me]++;
        pthread_mutex_unlock(&fork_[second]);
        pthread_mutex_unlock(&fork_[first]);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&fork_[i], NULL);
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, philosopher, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}

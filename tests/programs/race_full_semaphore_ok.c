// verdict: VERIFIED
// flags: --races error
// A post that finds no room is told, and then nothing is touched before the join.
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

static int data;
static sem_t full;

static void *waiter(void *arg)
{
    data = 1;
    sem_wait(&full);
    return arg;
}

int main(void)
{
    pthread_t thread;
    int posted;

    sem_init(&full, 0, INT_MAX);
    pthread_create(&thread, NULL, waiter, NULL);
    posted = sem_post(&full) == 0;
    pthread_join(thread, NULL);
    if (posted)
        data = 2;
    return 0;
}

// verdict: FAILED data-race
// flags: --races error
// also: -DUNLOCK FAILED data-race
// also: -DRIGHT VERIFIED
// A plain write lets a thread go on that waits at a semaphore or a mutex, when its writer has dropped the address.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static int data;

static void *waits(void *arg)
{
#ifdef UNLOCK
    pthread_mutex_lock(arg);
#else
    sem_wait(arg);
#endif
    data = 1;
    free(arg);
    return NULL;
}

static void *start(pthread_t *t)
{
#ifdef UNLOCK
    pthread_mutex_t *made = malloc(sizeof *made);
    pthread_mutex_init(made, NULL);
    pthread_mutex_lock(made);
#else
    sem_t *made = malloc(sizeof *made);
    sem_init(made, 0, 0);
#endif
    pthread_create(t, NULL, waits, made);
    return made;
}

int main(void)
{
    pthread_t t;
    void *word = start(&t);

    data = 2;
#ifdef UNLOCK
    *(int *)word = 0;
#elif defined RIGHT
    sem_post(word);
#else
    *(unsigned *)word = 2; /* its value and 1 */
#endif
    word = NULL;
    pthread_join(t, NULL);
    return 0;
}

// verdict: FAILED data-race or use-after-free
// flags: --races error
// also: -DOPERATION FAILED data-race or use-after-free
// also: -DTWICE FAILED data-race or double-free
// also: -DJOINED VERIFIED
// What one thread frees another one uses, with nothing that orders the two: whichever comes first, the
// failure can be taken again.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t *p;

static void *user(void *arg)
{
#if defined OPERATION
    sem_post(p);
#elif defined TWICE
    free(p);
#else
    *(char *)p = 1;
#endif
    return arg;
}

int main(void)
{
    pthread_t t;

    p = malloc(sizeof *p);
    if (!p || sem_init(p, 0, 0))
        return 1;
    pthread_create(&t, NULL, user, NULL);
#ifdef JOINED
    pthread_join(t, NULL);
    free(p);
#else
    free(p);
    pthread_join(t, NULL);
#endif
    return 0;
}

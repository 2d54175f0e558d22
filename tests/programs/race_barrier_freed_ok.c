// verdict: VERIFIED
// flags: --races error
// also: -DDEFECT FAILED data-race
// The last one at a barrier frees it at once: who waited there comes after the others all the same.
#include <pthread.h>
#include <stdlib.h>

static int data[2];
static int seen[2];

struct job {
    pthread_barrier_t *at;
    int me;
};

static void *worker(void *arg)
{
    struct job *j = arg;
    pthread_barrier_t *at = j->at;

    data[j->me] = 1;
    if (pthread_barrier_wait(at) == PTHREAD_BARRIER_SERIAL_THREAD) {
        pthread_barrier_destroy(at);
        free(at);
    }
    seen[j->me] = data[!j->me];
#ifdef DEFECT
    data[j->me] = 2;
#endif
    return arg;
}

int main(void)
{
    pthread_t t[2];
    pthread_barrier_t *at = malloc(sizeof *at);
    struct job jobs[] = {{at, 0}, {at, 1}};

    if (!at)
        return 0;
    pthread_barrier_init(at, NULL, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &jobs[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return seen[0] + seen[1] != 2;
}

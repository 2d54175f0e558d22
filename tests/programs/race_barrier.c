// verdict: FAILED data-race
// flags: --races error
// Each writes its own part after the barrier, while the other one reads it.
#include <pthread.h>

static pthread_barrier_t b;
static int part[2];

static void *worker(void *arg)
{
    int i = arg != NULL;
    pthread_barrier_wait(&b);
    part[i] = i + 1;
    return part[1 - i] > 2 ? arg : NULL;
}

int main(void)
{
    pthread_t a;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&a, NULL, worker, &part[1]);
    worker(NULL);
    pthread_join(a, NULL);
    return 0;
}

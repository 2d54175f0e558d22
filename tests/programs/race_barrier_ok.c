// verdict: VERIFIED
// flags: --races error
// Each writes its own part, and reads the other's after the barrier.
#include <pthread.h>

static pthread_barrier_t b;
static int part[2];

static void *worker(void *arg)
{
    int i = arg != NULL;
    part[i] = i + 1;
    pthread_barrier_wait(&b);
    return part[1 - i] == 2 - i ? NULL : arg;
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

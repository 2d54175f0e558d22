// verdict: VERIFIED
// A reusable barrier with a generation.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int count, generation, stage[2];

static void barrier(void)
{
    pthread_mutex_lock(&m);
    int mine = generation;
    if (++count == 2) {
        count = 0;
        generation++;
        pthread_cond_broadcast(&c);
    }
    while (mine == generation)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
}

static void *work(void *arg)
{
    int me = *(int *)arg;
    for (int round = 1; round <= 2; round++) {
        stage[me] = round;
        barrier();
        assert(stage[!me] >= round);
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    int zero = 0, one = 1;
    pthread_create(&t, NULL, work, &one);
    work(&zero);
    pthread_join(t, NULL);
    return 0;
}

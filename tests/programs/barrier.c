// verdict: VERIFIED
// Nobody passes a barrier before all have come, in either round, and one is told to be special.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static int stage[2], special;

static void *work(void *arg)
{
    int me = *(int *)arg;
    for (int round = 1; round <= 2; round++) {
        stage[me] = round;
        int code = pthread_barrier_wait(&b);
        assert(code == 0 || code == PTHREAD_BARRIER_SERIAL_THREAD);
        assert(stage[!me] >= round);
        if (code)
            special = special + 1;
        pthread_barrier_wait(&b);
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    int zero = 0, one = 1;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&t, NULL, work, &one);
    work(&zero);
    pthread_join(t, NULL);
    assert(special == 2);
    pthread_barrier_destroy(&b);
    return 0;
}

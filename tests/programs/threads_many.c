// verdict: FAILED assertion :15
// flags: --max-threads 4
// More threads than --max-threads: only the thread that creates them is cut, what the others do is seen.
// also: -DMENDED UNKNOWN --max-threads
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
#ifdef MENDED
    pthread_mutex_lock(&m);
#else
    assert(0);
#endif
    return arg;
}

int main(void)
{
    pthread_t t[6];

    pthread_mutex_lock(&m);
    for (int i = 0; i < 6; i++)
        pthread_create(&t[i], 0, work, 0);
    return 0;
}

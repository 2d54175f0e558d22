// What it does depends on the processor's own clock: no run repeats.
#include <pthread.h>
#include <x86intrin.h>

static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *work(void *arg)
{
    for (int i = 0; i < 9; i++) {
        unsigned long long t = __rdtsc();
        int k = (t ^ t >> 3 ^ t >> 5 ^ t >> 7) >> 1 & 1;

        pthread_mutex_lock(&m[k]);
        pthread_mutex_unlock(&m[k]);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

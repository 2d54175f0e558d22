// What it does depends on what the system gives: no run repeats.
#include <pthread.h>
#include <stdlib.h>
#include <sys/random.h>

static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *work(void *arg)
{
    for (int i = 0; i < 20; i++) {
        unsigned char any;
        int k = getrandom(&any, 1, 0) == 1 && any & 1;

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

// verdict: VERIFIED
// The mutex is destroyed after the join, and may then be made anew.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int entered;

static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    entered = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < 2; i++) {
        pthread_create(&t, NULL, work, NULL);
        pthread_join(t, NULL);
        pthread_mutex_destroy(&m);
        pthread_mutex_init(&m, NULL);
    }
    return 0;
}

// verdict: FAILED data-race
// flags: --races error
// A trylock that failed orders nothing: the value is read all the same.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n, seen;

static void *count(void *arg)
{
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, count, NULL);
    if (pthread_mutex_trylock(&m) == 0) {
        seen = n;
        pthread_mutex_unlock(&m);
    } else {
        seen = n;
    }
    pthread_join(a, NULL);
    return 0;
}

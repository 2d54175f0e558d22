// verdict: FAILED data-race
// flags: --races error
// A lock that is found taken is used as a message that the data is there.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *writer(void *arg)
{
    data = 1;
    pthread_mutex_lock(&m);
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, writer, NULL);
    if (pthread_mutex_trylock(&m) == 0)
        pthread_mutex_unlock(&m);
    else
        return data != 1;
    pthread_join(a, NULL);
    return 0;
}

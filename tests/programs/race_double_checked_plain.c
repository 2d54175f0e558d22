// verdict: FAILED data-race
// flags: --races error
// The first look at the pointer is neither atomic nor under the lock.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *instance;

static void *user(void *arg)
{
    if (!instance) {
        pthread_mutex_lock(&m);
        if (!instance)
            instance = calloc(1, sizeof *instance);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

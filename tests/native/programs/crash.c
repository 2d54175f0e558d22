// One schedule writes through a null pointer, inside a lock.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value, *p = &value;

static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    *p = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&m);
    p = NULL;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}

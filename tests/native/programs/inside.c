// A crash inside a lock that another thread waits for, three calls deep.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *volatile nothing;

static void deepest(void)
{
    *nothing = 1;
}

static void deeper(void)
{
    deepest();
}

static void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    if (unused)
        deeper();
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, &m);
    worker(NULL);
    pthread_join(t, NULL);
}

// A thread ends the process while the others wait: that is no deadlock, and its status counts.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *waits(void *unused)
{
    pthread_mutex_lock(&m);
    for (;;)
        pthread_cond_wait(&never, &m);
    return unused;
}

static void *leaves(void *unused)
{
    exit(5);
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, waits, NULL);
    pthread_create(&b, NULL, leaves, NULL);
    pthread_join(a, NULL);
    return 0;
}

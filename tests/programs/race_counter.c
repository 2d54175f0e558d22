// verdict: FAILED data-race :10
// flags: --races error
// Two threads count without a lock.
#include <pthread.h>

static int n;

static void *count(void *arg)
{
    n++;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, count, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return n > 2;
}

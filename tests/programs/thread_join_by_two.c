// verdict: FAILED misuse :13
// Two threads join a third; the one that comes second must not.
#include <pthread.h>

static void *work(void *arg)
{
    return arg;
}

static void *wait(void *arg)
{
    pthread_t *t = arg;
    pthread_join(*t, NULL);
    return NULL;
}

int main(void)
{
    pthread_t t, a, b;
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&a, NULL, wait, &t);
    pthread_create(&b, NULL, wait, &t);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

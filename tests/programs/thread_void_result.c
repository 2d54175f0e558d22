// verdict: FAILED bad-call :6
// A start function without a result, made to fit by a cast: the place is the function, which is
// what is wrong.
#include <pthread.h>

static void work(void *arg)
{
    (void)arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, (void *(*)(void *))work, NULL);
    pthread_join(t, NULL);
    return 0;
}

// verdict: FAILED bad-call :6
// A start function without a result, which comes from a variable: the place is the function, which
// is what is wrong.
#include <pthread.h>

static void work(void *arg)
{
    (void)arg;
}

int main(void)
{
    pthread_t t;
    void *(*volatile start)(void *) = (void *(*)(void *))work;
    pthread_create(&t, NULL, start, NULL);
    pthread_join(t, NULL);
    return 0;
}

// verdict: VERIFIED
// Two threads add each other's number two times: the greatest sum is a Fibonacci number.
#include <assert.h>
#include <pthread.h>

static volatile int i = 1, j = 1;

static void *left(void *arg)
{
    for (int k = 0; k < 2; k++)
        i += j;
    return arg;
}

static void *right(void *arg)
{
    for (int k = 0; k < 2; k++)
        j += i;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    assert(i <= 8 && j <= 8);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

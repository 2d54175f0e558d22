// verdict: VERIFIED
// outcomes: 6
// main ends by pthread_exit and leaves the workers to it: the last of them ends the process.
#include <pthread.h>

static int x, seen;

static void *one(void *arg)
{
    x = 1;
    return arg;
}

static void *two(void *arg)
{
    x = 2;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    seen = x;
    pthread_exit(NULL);
}

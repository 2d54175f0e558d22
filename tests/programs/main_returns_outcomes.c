// verdict: VERIFIED
// outcomes: 8
// main returns while the others still write: the process may end after any of their stores, and it
// returns what it saw before.
#include <pthread.h>

static int x, y;

static void *both(void *arg)
{
    x = 1;
    y = 1;
    return arg;
}

static void *one(void *arg)
{
    y = 2;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, both, NULL);
    pthread_create(&b, NULL, one, NULL);
    return x;
}

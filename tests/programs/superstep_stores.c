// verdict: VERIFIED
// outcomes: 3
// Two threads only store, in opposite orders, and nobody reads before both are done: a step that runs
// on through both stores loses the run in which each overwrites the other once.
#include <pthread.h>

static int x, y;

static void *forth(void *arg)
{
    x = 1;
    y = 1;
    return arg;
}

static void *back(void *arg)
{
    y = 2;
    x = 2;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, forth, NULL);
    pthread_create(&b, NULL, back, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

// verdict: VERIFIED
// outcomes: 3
// A foreign store falls before, between or after two loads of different variables.
#include <pthread.h>

static int x, y, first, second;

static void *writer(void *arg)
{
    y = 1;
    x = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    first = x;
    second = y;
    pthread_join(t, NULL);
    return 0;
}

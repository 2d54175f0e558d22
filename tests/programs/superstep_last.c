// verdict: VERIFIED
// outcomes: 6
// Two loads see every prefix of two stores: only the last access of a long step may meet another's.
#include <pthread.h>

static int x, first, second;

static void *writer(void *arg)
{
    x = 1;
    x = 2;
    return arg;
}

static void *reader(void *arg)
{
    first = x;
    second = x;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

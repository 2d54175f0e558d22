// verdict: VERIFIED
// flags: --races error
// A thread that joined another one is joined: main comes after both.
#include <pthread.h>

static int data;

static void *inner(void *arg)
{
    data = 1;
    return arg;
}

static void *outer(void *arg)
{
    pthread_t t;
    pthread_create(&t, NULL, inner, NULL);
    pthread_join(t, NULL);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, outer, NULL);
    pthread_join(t, NULL);
    return data != 1;
}

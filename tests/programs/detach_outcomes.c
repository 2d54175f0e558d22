// verdict: VERIFIED
// outcomes: 3
// A detached thread may end before the next one begins, after it, or never.
#include <pthread.h>

static int x, seen;

static void *writer(void *arg)
{
    x = 1;
    return arg;
}

static void *reader(void *arg)
{
    seen = x;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_detach(a);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(b, NULL);
    return 0;
}

// verdict: VERIFIED
// outcomes: 3
// Two threads touch nothing in common now, but what one does first decides what the other may still do.
#include <pthread.h>

static int x, y, z, seen, other;

static void *first(void *arg)
{
    x = 1;
    seen = y;
    return arg;
}

static void *second(void *arg)
{
    z = 1;
    if (x)
        y = 1;
    other = z;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

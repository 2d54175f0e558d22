// verdict: VERIFIED
// outcomes: 1
// Neighbouring bytes of one word are no conflict.
#include <pthread.h>

static unsigned char byte[4];

static void *low(void *arg)
{
    byte[0] = 1;
    byte[1] = byte[0] + 1;
    return arg;
}

static void *high(void *arg)
{
    byte[2] = 3;
    byte[3] = byte[2] + 1;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, low, NULL);
    pthread_create(&b, NULL, high, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

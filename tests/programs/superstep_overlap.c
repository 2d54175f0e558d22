// verdict: VERIFIED
// outcomes: 3
// No two stores write the same range of bytes, but they overlap.
#include <pthread.h>

static union {
    unsigned char byte[4];
    unsigned short half[2];
} u;

static void *bytes(void *arg)
{
    u.byte[1] = 1;
    u.byte[3] = 1;
    return arg;
}

static void *halves(void *arg)
{
    u.half[1] = 0x0202;
    u.half[0] = 0x0202;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, bytes, NULL);
    pthread_create(&b, NULL, halves, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

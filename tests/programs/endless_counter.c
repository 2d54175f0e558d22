// verdict: FAILED hang :17
// also: --allow-hang VERIFIED
// A private counter that takes long to come round again.
#include <pthread.h>

static void *count(void *arg)
{
    for (unsigned i = 0;; i = i + 1 & 0x3fffff)
        ;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, count, NULL);
    pthread_join(t, NULL);
    return 0;
}

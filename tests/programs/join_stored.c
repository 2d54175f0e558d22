// verdict: VERIFIED
// outcomes: 2
// The join itself stores, into memory that others read.
#include <pthread.h>
#include <stdint.h>

static void *result;
static uintptr_t seen;

static void *seven(void *arg)
{
    (void)arg;
    return (void *)7;
}

static void *reader(void *arg)
{
    seen = (uintptr_t)result;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, seven, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, &result);
    pthread_join(b, NULL);
    return 0;
}

// verdict: VERIFIED
// outcomes: 2
// The join itself stores; what it waits for comes after a read of that memory, and has nothing to do with it.
#include <pthread.h>
#include <stdint.h>

static void *result;
static uintptr_t seen;
static volatile int other;

static void *seven(void *arg)
{
    (void)arg;
    other = 1;
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

    pthread_create(&b, NULL, reader, NULL);
    pthread_create(&a, NULL, seven, NULL);
    pthread_join(a, &result);
    pthread_join(b, NULL);
    return 0;
}

// verdict: FAILED hang
// also: -O1 FAILED hang
// also: -O2 FAILED hang
// A loop with two ways in: the optimiser reads the flags once, and leaves a jump to itself.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go, late;

static void *waits(void *arg)
{
    if (late)
        goto second;
first:
    if (go)
        return arg;
second:
    if (go == 2)
        return arg;
    goto first;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, waits, NULL);
    pthread_exit(NULL);
}

// A thread that does nothing need not be over when it was created.
// verdict: FAILED assertion :19
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *nothing(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_t a;

    pthread_create(&a, 0, nothing, 0);
    if (pthread_tryjoin_np(a, 0) == EBUSY)
        assert(0);
    return 0;
}

// verdict: FAILED assertion :19
// A thread that spins on a variable which turns out to be shared sees it change.
#include <assert.h>
#include <pthread.h>

static void *setter(void *arg)
{
    *(volatile int *)arg = 1;
    return NULL;
}

int main(void)
{
    pthread_t t;
    volatile int flag = 0;
    pthread_create(&t, NULL, setter, (void *)&flag);
    while (!flag)
        ;
    assert(flag == 2);
    pthread_join(t, NULL);
    return 0;
}

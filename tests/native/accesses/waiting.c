// A thread waits for another in a loop without any step: it must not keep the other from going on.
// with : VERIFIED / FAILED data-race
// with -DVOLATILE: VERIFIED / VERIFIED
// with -DNEVER: FAILED hang / FAILED data-race
#include <pthread.h>

#ifdef VOLATILE
static volatile int flag;
#else
static int flag;
#endif

static void *worker(void *arg)
{
#ifdef NEVER
    flag = flag;
#else
    flag = 1;
#endif
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, NULL);
    while (!flag)
        ;
    pthread_join(t, NULL);
    return 0;
}

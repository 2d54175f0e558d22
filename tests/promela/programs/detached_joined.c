// verdict: FAILED misuse
// A thread that starts detached cannot be joined.
#include <pthread.h>

static void *work(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_attr_t a;
    pthread_t t;
    pthread_attr_init(&a);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &a, work, NULL);
    pthread_join(t, NULL);
    return 0;
}

// verdict: VERIFIED
// The starting function waits for the thread that uses its local.
#include <assert.h>
#include <pthread.h>

static void *work(void *arg)
{
    *(int *)arg = 1;
    return NULL;
}

static int start(void)
{
    pthread_t t;
    int local = 0;
    pthread_create(&t, NULL, work, &local);
    pthread_join(t, NULL);
    return local;
}

int main(void)
{
    assert(start() == 1);
    return 0;
}

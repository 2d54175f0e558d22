// verdict: FAILED assertion :13
// also: -DAPART VERIFIED
// What a thread does after a superstep as long as supersteps get is met by another thread's only step.
#include <assert.h>
#include <pthread.h>

static int own[2], flag[2];

static void *look(void *arg)
{
    int me = (int)(long)arg;

    assert(!flag[me]);
    return NULL;
}

static void *work(void *arg)
{
    int me = (int)(long)arg;

    for (int k = 0; k < 120; k++)
        own[me] = k;
#ifdef APART
    flag[me] = 1;
#else
    flag[0] = 1;
#endif
    return NULL;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, look, (void *)0);
    pthread_create(&t[1], NULL, work, (void *)1);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}

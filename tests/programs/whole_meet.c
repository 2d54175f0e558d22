// verdict: FAILED assertion :27
// also: -DAPART VERIFIED
// Two threads meet in the last step of each.
#include <assert.h>
#include <pthread.h>

static int own[2], last[2];

static void *work(void *arg)
{
    int me = (int)(long)arg;

    own[me] = 1;
#ifdef APART
    last[me] = 1;
#else
    last[0] = me;
#endif
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (long k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, work, (void *)k);
    pthread_join(t[0], NULL), pthread_join(t[1], NULL), assert(last[0] == 1);
    return 0;
}

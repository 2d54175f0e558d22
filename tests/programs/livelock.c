// verdict: VERIFIED
// Two threads that for ever give way to each other: endless, but every state has a way on.
#include <pthread.h>

static volatile int wants[2];

static void *polite(void *arg)
{
    int me = *(int *)arg;
    for (;;) {
        wants[me] = 1;
        if (!wants[!me])
            break;
        wants[me] = 0;
    }
    wants[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t t;
    int zero = 0, one = 1;
    pthread_create(&t, NULL, polite, &one);
    polite(&zero);
    pthread_join(t, NULL);
    return 0;
}

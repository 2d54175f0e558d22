// verdict: FAILED assertion :14
// also: -DAPART VERIFIED
// A thread that creates another and ends with that step: what the other one does is met by the first.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int flag[2];

static void *look(void *arg)
{
    int me = (int)(long)arg;

    assert(!flag[me]);
    return heddle_choose(2) ? arg : NULL;
}

static void *set(void *arg)
{
    flag[(int)(long)arg] = 1;
    return NULL;
}

static void *start(void *arg)
{
    pthread_t t;

    pthread_create(&t, NULL, set, arg);
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, look, (void *)0);
#ifdef APART
    pthread_create(&t, NULL, start, (void *)1);
#else
    pthread_create(&t, NULL, start, (void *)0);
#endif
    pthread_exit(NULL);
}

// verdict: FAILED assertion :9
// also: -DJOINS VERIFIED
// main has left: either of two threads that never meet may be the last one, in which the handler runs.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static _Thread_local int me;
static void last(void) { assert(me != 1); }
static int own[3];
static pthread_t t[2];

static void *work(void *arg)
{
    me = (int)(long)arg;
    own[me] = 1;
#ifdef JOINS
    if (me == 2)
        pthread_join(t[0], NULL);
#endif
    return NULL;
}

int main(void)
{
    atexit(last);
    for (long k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, work, (void *)(k + 1));
    pthread_exit(NULL);
}

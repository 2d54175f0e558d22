// verdict: VERIFIED
// outcomes: 3
// The thread-local variables of both threads can be seen by others, so that their ends are steps.  One thread is the
// last all the same, perhaps main, and runs the handler.
#include <pthread.h>
#include <stdlib.h>

static _Thread_local int me;
static int *seen[2];
static int ended = 7;

static void last(void) { ended = me; }

static void *work(void *arg)
{
    int which = (int)(long)arg;

    seen[which] = &me;
    me = 1 + which;
    return NULL;
}

int main(void)
{
    pthread_t t;

    atexit(last);
    pthread_create(&t, NULL, work, (void *)0L);
    pthread_create(&t, NULL, work, (void *)1L);
    pthread_exit(NULL);
}

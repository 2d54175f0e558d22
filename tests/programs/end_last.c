// verdict: FAILED assertion :12
// also: -DJOINS VERIFIED
// main has left, so that the handler runs in the thread that ends last: in either, since the first one may rest
// between sem_post and its end.  With JOINS the second one waits for that end.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static _Thread_local int me;
static sem_t posted;
static void last(void) { assert(me != 1); }

static void *first(void *arg)
{
    me = 1;
    sem_post(&posted);
    return arg;
}

static void *second(void *arg)
{
    me = 2;
    sem_wait(&posted);
#ifdef JOINS
    pthread_join(*(pthread_t *)arg, NULL);
#endif
    return NULL;
}

static pthread_t thread[2];

int main(void)
{
    sem_init(&posted, 0, 0);
    atexit(last);
    pthread_create(&thread[0], NULL, first, NULL);
    pthread_create(&thread[1], NULL, second, &thread[0]);
    pthread_exit(NULL);
}

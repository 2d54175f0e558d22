// verdict: FAILED assertion
// A destructor of the program runs in the thread that ends last.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static _Thread_local int me;
static sem_t posted;

__attribute__((destructor)) static void last(void) { assert(me != 1); }

static void *first(void *arg)
{
    me = 1;
    sem_post(&posted);
    return arg;
}

int main(void)
{
    pthread_t t;

    sem_init(&posted, 0, 0);
    pthread_create(&t, NULL, first, NULL);
    sem_wait(&posted);
    pthread_exit(NULL);
}

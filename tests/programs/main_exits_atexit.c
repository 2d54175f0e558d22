// verdict: FAILED assertion :11
// After pthread_exit in main the last thread's end still runs what atexit was given.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int stages;

static void last(void)
{
    assert(stages == 2);
}

static void *work(void *arg)
{
    stages++;
    return arg;
}

int main(void)
{
    pthread_t t;
    atexit(last);
    pthread_create(&t, NULL, work, NULL);
    pthread_exit(NULL);
}

// verdict: VERIFIED
// The last thread to end ends the process, with status 0, and runs what atexit was given.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int stages;

static void last(void)
{
    assert(stages == 1);
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

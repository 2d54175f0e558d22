// right: VERIFIED
// wrong: FAILED assertion
// A join that may time out; the wrong program then goes on as if the thread were over.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *work(void *value)
{
    pthread_mutex_lock(&m);
    done++;
    pthread_mutex_unlock(&m);
    return value;
}

int main(void)
{
    struct timespec t = {.tv_sec = 1}, bad = {.tv_nsec = 1000000000};
    pthread_t one, two;
    int failed;

    pthread_create(&one, NULL, work, NULL);
    pthread_create(&two, NULL, work, &m);
    assert(pthread_timedjoin_np(one, NULL, &bad) == EINVAL);
    failed = pthread_timedjoin_np(one, NULL, &t);
    assert(!failed || failed == ETIMEDOUT);
#ifndef WRONG
    if (failed)
        pthread_join(one, NULL);
#endif
    failed = pthread_clockjoin_np(two, NULL, CLOCK_MONOTONIC, &t);
    if (failed)
        pthread_join(two, NULL);
    pthread_mutex_lock(&m);
    assert(done == 2);
    pthread_mutex_unlock(&m);
}

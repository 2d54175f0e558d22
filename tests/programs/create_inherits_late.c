// verdict: FAILED assertion
// also: -DEARLY VERIFIED
// A thread inherits the priority that its creator has by then: another thread may change it just before the creation.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int begun, policy;

static void *child(void *arg)
{
    struct sched_param its;
    int found;

    pthread_getschedparam(pthread_self(), &found, &its);
    policy = found;
    return arg;
}

static void *work(void *arg)
{
    pthread_t own;

#ifndef EARLY
    begun = 1;
#endif
    pthread_create(&own, NULL, child, NULL);
#ifdef EARLY
    begun = 1;
#endif
    pthread_join(own, NULL);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    if (begun)
        pthread_setschedparam(t, SCHED_FIFO, &(struct sched_param){.sched_priority = 5});
    pthread_join(t, NULL);
    assert(policy == SCHED_OTHER);
    return 0;
}

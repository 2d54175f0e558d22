// verdict: VERIFIED
// outcomes: 8
// A cancellation that is no part of a wake-up sequence does not cover it: behind it a join no
// longer waits for its thread.
#include <pthread.h>
#include <stddef.h>
static int x0, x1, r1;
static void *work(void *arg)
{
    return NULL;
}
static void undo2(void *arg)
{
    x1 = x0 + 1;
}
static void *child2(void *arg)
{
    pthread_cleanup_push(undo2, arg);
    pthread_join(*(pthread_t *)arg, NULL);
    pthread_cleanup_pop(0);
    return NULL;
}
static void *child0(void *arg)
{
    x0 = 5;
    return NULL;
}
static void *thread1(void *arg)
{
    pthread_t worker, child;
    void *value;
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&child, NULL, child2, &worker);
    pthread_cancel(child);
    pthread_join(child, &value);
    r1 = value == PTHREAD_CANCELED;
    if (r1)
        pthread_join(worker, NULL);
    return NULL;
}
int main(void)
{
    pthread_t t, child;
    pthread_create(&t, NULL, thread1, NULL);
    pthread_create(&child, NULL, child0, NULL);
    x0 = 3;
    pthread_join(child, NULL);
    pthread_join(t, NULL);
    return 0;
}

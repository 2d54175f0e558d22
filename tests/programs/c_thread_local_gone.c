// verdict: FAILED use-after-scope :19
// A thread's copy of a thread-local variable is gone when the thread is.
#include <pthread.h>

static _Thread_local int mine = 3;

static void *work(void *arg)
{
    (void)arg;
    return &mine;
}

int main(void)
{
    pthread_t t;
    void *p;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, &p);
    return *(int *)p;
}

// right: VERIFIED
// wrong: FAILED assertion
// A join that does not wait; the wrong one takes it that the thread has ended when its lock is free.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *work(void *value)
{
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
    return value;
}

int main(void)
{
    void *value = NULL;
    pthread_t t;
    int over, failed;

    pthread_create(&t, NULL, work, &done);
    pthread_mutex_lock(&m);
    over = done;
    pthread_mutex_unlock(&m);
    failed = pthread_tryjoin_np(t, &value);
    assert(failed == EBUSY || (failed == 0 && value == &done));
#ifdef WRONG
    assert(!over || !failed);
#endif
    if (failed)
        pthread_join(t, &value);
    assert(done && value == &done);
}

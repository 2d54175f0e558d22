// verdict: VERIFIED
// errno belongs to the thread.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *work(void *arg)
{
    assert(errno == 0);
    errno = ENOMEM;
    assert(errno == ENOMEM);
    return arg;
}

int main(void)
{
    pthread_t t;
    errno = EINTR;
    pthread_create(&t, NULL, work, NULL);
    assert(errno == EINTR);
    pthread_join(t, NULL);
    assert(errno == EINTR);
    return 0;
}

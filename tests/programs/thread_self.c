// verdict: VERIFIED
// Two threads that live at once have different names.
#include <assert.h>
#include <pthread.h>

static pthread_t parent;

static void *work(void *arg)
{
    assert(!pthread_equal(pthread_self(), parent));
    assert(pthread_equal(pthread_self(), pthread_self()));
    return arg;
}

int main(void)
{
    pthread_t t;
    parent = pthread_self();
    assert(pthread_equal(parent, pthread_self()));
    pthread_create(&t, NULL, work, NULL);
    assert(!pthread_equal(t, parent));
    pthread_join(t, NULL);
    return 0;
}

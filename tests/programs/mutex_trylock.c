// verdict: VERIFIED
// outcomes: 2
// trylock fails exactly while another thread is inside.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside, done;

static void *work(void *arg)
{
    int code = pthread_mutex_trylock(&m);
    assert(code == 0 || code == EBUSY);
    if (code == 0) {
        assert(inside++ == 0);
        inside--;
        done++;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(done == 1 || done == 2);
    return 0;
}

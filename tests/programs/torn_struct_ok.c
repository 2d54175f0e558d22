// verdict: VERIFIED
// Under a lock the copy is whole.
#include <assert.h>
#include <pthread.h>

struct pair {
    long a, b;
};

static struct pair shared;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg)
{
    struct pair p = {1, 1};
    pthread_mutex_lock(&m);
    shared = p;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_mutex_lock(&m);
    struct pair p = shared;
    pthread_mutex_unlock(&m);
    assert(p.a == p.b);
    pthread_join(t, NULL);
    return 0;
}

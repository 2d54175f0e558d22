// verdict: FAILED data-race :13
// A reader does not come after another reader, even if that one has given back the lock before.
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int given_back;
static int seen;

static void *look(void *arg)
{
    pthread_rwlock_rdlock(&l);
    seen++;
    pthread_rwlock_unlock(&l);
    atomic_store_explicit(&given_back, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, look, NULL);
    if (atomic_load_explicit(&given_back, memory_order_relaxed))
        look(NULL);
    pthread_join(t, NULL);
    return 0;
}

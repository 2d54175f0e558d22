// verdict: FAILED data-race
// flags: --races error
// A reader that unlocks does not come before another reader that locks later, as a relaxed flag says.
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int data;
static atomic_int done;

static void *first(void *arg)
{
    pthread_rwlock_rdlock(&l);
    data = 1;
    pthread_rwlock_unlock(&l);
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t a;
    int seen = 0;
    pthread_create(&a, NULL, first, NULL);
    if (atomic_load_explicit(&done, memory_order_relaxed)) {
        pthread_rwlock_rdlock(&l);
        seen = data;
        pthread_rwlock_unlock(&l);
    }
    pthread_join(a, NULL);
    return seen > 1;
}

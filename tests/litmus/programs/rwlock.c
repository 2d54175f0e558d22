// verdict: VERIFIED
// A writer comes after the readers before it, and readers after the writer; with relaxed atomics beside.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;
static atomic_int looks;

static void *reader(void *arg)
{
    pthread_rwlock_rdlock(&l);
    assert(a == b);
    atomic_fetch_add_explicit(&looks, 1, memory_order_relaxed);
    pthread_rwlock_unlock(&l);
    return arg;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, reader, NULL);
    pthread_create(&t[1], NULL, reader, NULL);
    pthread_rwlock_wrlock(&l);
    a++;
    b++;
    pthread_rwlock_unlock(&l);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(atomic_load(&looks) == 2);
    return 0;
}

// Two atomic sections that take the same lock, one of them not the first step of its thread: whichever comes first
// finds the lock free.
// verdict: FAILED assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int y;
static int p, a1, a2;

static void *first(void *unused)
{
    heddle_atomic_begin();
    pthread_mutex_lock(&m);
    a1 = p++;
    pthread_mutex_unlock(&m);
    heddle_atomic_end();
    return unused;
}

static void *second(void *unused)
{
    atomic_load(&y);
    heddle_atomic_begin();
    pthread_mutex_lock(&m);
    a2 = p++;
    pthread_mutex_unlock(&m);
    heddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(a2 != 0);
    return 0;
}

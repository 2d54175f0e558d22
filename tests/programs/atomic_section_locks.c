// Two atomic sections that take the same lock come in either order, and one that finds it taken goes on later.
// verdict: VERIFIED
// outcomes: 6
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int y;
static int p, a1, a2, a3;

static void *first(void *unused)
{
    heddle_atomic_begin();
    pthread_mutex_lock(&m);
    a1 = ++p;
    pthread_mutex_unlock(&m);
    heddle_atomic_end();
    return unused;
}

static void *second(void *unused)
{
    atomic_load(&y);
    heddle_atomic_begin();
    pthread_mutex_lock(&m);
    a2 = ++p;
    pthread_mutex_unlock(&m);
    heddle_atomic_end();
    return unused;
}

static void *plain(void *unused)
{
    pthread_mutex_lock(&m);
    a3 = ++p;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    void *(*const run[])(void *) = {first, second, plain};
    pthread_t threads[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, run[i], NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

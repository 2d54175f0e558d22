// verdict: FAILED assertion
// flags: --races off
// What the section touches depends on whether it gets the lock: where it does not, it meets the other thread's write,
// which here comes after it and is independent of it.
#include <heddle.h>
#include <pthread.h>

static int x, z, late;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg)
{
    pthread_mutex_lock(&lock);
    x = 2;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *second(void *arg)
{
    z = 1;
    return arg;
}

int main(void)
{
    pthread_t s, t;
    int got;
    pthread_create(&s, NULL, first, NULL);
    pthread_create(&t, NULL, second, NULL);
    got = x;
    heddle_atomic_begin();
    if (pthread_mutex_trylock(&lock) == 0)
        pthread_mutex_unlock(&lock);
    else
        got = got * 3 + z;
    heddle_atomic_end();
    late = z;
    heddle_assert(got != 7);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    return 0;
}

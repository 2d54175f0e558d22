// Two locks in two orders, and a sum that one thread reads too early: --keep-going finds both.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *first(void *arg)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    sum += 1;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}

static void *second(void *arg)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    assert(sum == 1);
    sum += 2;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return arg;
}

int main(void)
{
    pthread_t t, u;

    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
}

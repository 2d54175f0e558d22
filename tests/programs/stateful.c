// verdict: FAILED assertion :40
// Two locked sections of one thread, with the other's between them.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int first = 10, second = 10;

static void *add(void *arg)
{
    pthread_mutex_lock(&m);
    first++;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    second++;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *grow(void *arg)
{
    pthread_mutex_lock(&m);
    first += 5;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    second -= 6;
    if (first == 15)
        second = 0;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, grow, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(first == 16 && second == 5);
    return 0;
}

// verdict: FAILED assertion :28
// Two threads add to a number, a third finds their sum.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *one(void *arg)
{
    pthread_mutex_lock(&m);
    data++;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *two(void *arg)
{
    pthread_mutex_lock(&m);
    data += 2;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *check(void *arg)
{
    pthread_mutex_lock(&m);
    assert(data < 3);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, one, NULL);
    pthread_create(&t[1], NULL, two, NULL);
    pthread_create(&t[2], NULL, check, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}

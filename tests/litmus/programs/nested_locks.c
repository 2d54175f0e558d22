// verdict: VERIFIED
// executions: 6
// Four threads take a lock, two of them before they create the others: 4! orders, of which a quarter has each creator
// before the thread that it creates.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void add(void)
{
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
}

static void *inner(void *arg)
{
    add();
    return arg;
}

static void *outer(void *arg)
{
    pthread_t t;

    add();
    pthread_create(&t, NULL, inner, NULL);
    pthread_join(t, NULL);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, outer, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(count == 4);
    return 0;
}

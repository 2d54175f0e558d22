// verdict: VERIFIED
// executions: 3
// A store and a creation are one step of the machine: whoever depends on the store keeps the thread that is created.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int saw_x, saw_y;

static void *reader(void *arg)
{
    saw_y = atomic_load(&y);
    return arg;
}

static void *idle(void *arg)
{
    return arg;
}

static void *storer(void *arg)
{
    pthread_t t;

    atomic_store(&x, 1);
    pthread_create(&t, NULL, idle, NULL);
    pthread_join(t, NULL);
    return arg;
}

static void *inner(void *arg)
{
    saw_x = atomic_load(&x);
    if (saw_x)
        atomic_store(&y, 1);
    return arg;
}

static void *outer(void *arg)
{
    pthread_t t;

    pthread_create(&t, NULL, inner, NULL);
    pthread_join(t, NULL);
    return arg;
}

int main(void)
{
    static void *(*const starts[])(void *) = {reader, storer, outer};
    pthread_t t[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, starts[i], NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(saw_x || !saw_y);
    return 0;
}

// verdict: FAILED hang
// Two threads that take one mutex to look, and the third may see that it is not to set what they look at.  A round of one of
// them leaves the mutex as it was, and lets the other one go on as little as its own rounds do.
#include <pthread.h>
#include <stdatomic.h>

#ifndef POLLERS
#define POLLERS 2
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, outer = PTHREAD_MUTEX_INITIALIZER;
static int ready;
static atomic_int stop;

static int look(void)
{
    int seen;

    pthread_mutex_lock(&m);
    seen = ready;
    pthread_mutex_unlock(&m);
    return seen;
}

static int look_nested(void)
{
    int seen;

    pthread_mutex_lock(&outer);
    seen = look();
    pthread_mutex_unlock(&outer);
    return seen;
}

static void *poll(void *arg)
{
#ifdef NESTED
    while (!look_nested()) { }
#else
    (void)look_nested;
    while (!look()) { }
#endif
    return arg;
}

static void *set(void *arg)
{
#ifndef SETS
    if (atomic_load(&stop))
        return arg;
#endif
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t[POLLERS + 1];

    for (int i = 0; i < POLLERS; i++)
        pthread_create(&t[i], NULL, poll, NULL);
    pthread_create(&t[POLLERS], NULL, set, NULL);
    atomic_store(&stop, 1);
    for (int i = 0; i <= POLLERS; i++)
        pthread_join(t[i], NULL);
    return 0;
}

// with -DEARLY: FAILED assertion / FAILED data-race
// with -DLATE: VERIFIED / VERIFIED
// What a thread returned is stored by the join, where another thread may look at it.
#include <assert.h>
#include <pthread.h>

static void *joined;

static void *one(void *arg)
{
    (void)arg;
    return &joined;
}

static void *other(void *arg)
{
    assert(joined == arg);
    return NULL;
}

int main(void)
{
    pthread_t t, u;

    pthread_create(&t, NULL, one, NULL);
#ifdef EARLY
    pthread_create(&u, NULL, other, NULL);
#endif
    pthread_join(t, &joined);
#ifdef LATE
    pthread_create(&u, NULL, other, &joined);
#endif
    pthread_join(u, NULL);
    return 0;
}

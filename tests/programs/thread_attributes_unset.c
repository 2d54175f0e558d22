// verdict: FAILED destroyed
// also: -DLOCK FAILED destroyed
// also: -DMENDED VERIFIED
// also: -DMENDED -DLOCK VERIFIED
// Attributes that are initialised on one way only.
#define _GNU_SOURCE
#include <heddle.h>
#include <pthread.h>

static void *nothing(void *p)
{
    return p;
}

int main(void)
{
#ifdef MENDED
    unsigned set = 1;
#else
    unsigned set = heddle_choose(2);
#endif
#ifdef LOCK
    pthread_rwlock_t l;
    pthread_rwlockattr_t a;

    if (set)
        pthread_rwlockattr_init(&a);
    pthread_rwlock_init(&l, &a);
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_unlock(&l);
    (void)nothing;
#else
    pthread_attr_t a;
    pthread_t t;

    if (set)
        pthread_attr_init(&a);
    pthread_create(&t, &a, nothing, NULL);
    pthread_join(t, NULL);
#endif
    return 0;
}

// verdict: VERIFIED
// also: -DFOREVER FAILED hang
// also: -DALONE FAILED hang
// A thread waits with a time-out until it is signalled, by one that signals until it has been.  Its
// wait may time out again and again, but need not.
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int got, never;

static void *waiter(void *unused)
{
    struct timespec until = {2000000000, 0};

    pthread_mutex_lock(&lock);
    while (pthread_cond_timedwait(&changed, &lock, &until) != 0)
        ;
#ifdef FOREVER
    while (!never)
        pthread_cond_timedwait(&changed, &lock, &until);
#endif
    pthread_mutex_unlock(&lock);
    got = 1;
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, waiter, NULL);
    while (!got) {
#ifndef ALONE
        pthread_cond_signal(&changed);
#endif
    }
    pthread_join(t, NULL);
}

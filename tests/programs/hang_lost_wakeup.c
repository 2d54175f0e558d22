// verdict: FAILED hang
// also: -DSIGNALS VERIFIED
// A wake-up that is lost: the thread sleeps, or would but wake up for no reason, and main spins.  A
// search may take the spurious wake-up before it finds that main spins.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int go, done;

static void *sleeper(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!go)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, sleeper, NULL);
#ifdef SIGNALS
    pthread_mutex_lock(&lock);
    go = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
#else
    go = 1;
#endif
    while (!done)
        ;
    pthread_join(t, NULL);
}

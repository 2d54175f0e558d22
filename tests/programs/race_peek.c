// verdict: FAILED data-race
// flags: --races error
// also: -DSEMAPHORE FAILED data-race
// also: -DONCE FAILED data-race
// also: -DSPIN FAILED data-race
// also: -DEXCHANGE FAILED data-race
// Who sees by an atomic load that a lock is taken, a semaphore lower or a once under way, knows what the other thread
// did before it, but does not come after it: to take releases nothing.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t sem;
static int data, made;

static void make(void)
{
    made = 1;
}

static void *taker(void *arg)
{
    data = 1;
#ifdef SEMAPHORE
    sem_wait(&sem);
#elif defined ONCE
    pthread_once(&once, make);
#elif defined SPIN || defined EXCHANGE
    pthread_spin_lock(&spin);
    pthread_spin_unlock(&spin);
#else
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
#endif
    return arg;
}

static int taken(unsigned before)
{
#ifdef SEMAPHORE
    return __atomic_load_n((unsigned *)&sem, __ATOMIC_ACQUIRE) != before;
#elif defined ONCE
    return __atomic_load_n(&once, __ATOMIC_ACQUIRE) == 1 + (int)before;
#elif defined SPIN
    return __atomic_load_n(&spin, __ATOMIC_SEQ_CST) != (int)before;
#elif defined EXCHANGE
    return !__sync_bool_compare_and_swap(&spin, before, before);
#else
    return __atomic_load_n(&lock.__data.__lock, __ATOMIC_ACQUIRE) != (int)before;
#endif
}

int main(void)
{
    pthread_t t;
    unsigned before = 0;

    pthread_spin_init(&spin, 0);
    sem_init(&sem, 0, 1);
#ifdef SEMAPHORE
    before = __atomic_load_n((unsigned *)&sem, __ATOMIC_ACQUIRE);
#endif
    pthread_create(&t, NULL, taker, NULL);
    if (taken(before))
        data = 2;
    pthread_join(t, NULL);
    make();
    return 0;
}

// Fields of a struct: nothing is lost while nobody holds the lock.  The defect is a transfer without it.
// flag: --invariant=bank.busy || bank.a + bank.b == 10
// verdict: FAILED invariant :16
// also: -DMENDED VERIFIED
#include <pthread.h>

static struct {
    volatile int a, b;
    volatile _Bool busy;
} bank = {10, 0, 0};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#ifndef MENDED
static void transfer(void)
{
    bank.a -= 3;
    bank.b += 3;
}
#else
static void transfer(void)
{
    pthread_mutex_lock(&lock);
    bank.busy = 1;
    bank.a -= 3;
    bank.b += 3;
    bank.busy = 0;
    pthread_mutex_unlock(&lock);
}
#endif

static void *worker(void *arg)
{
    transfer();
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    (void)lock;
    return 0;
}

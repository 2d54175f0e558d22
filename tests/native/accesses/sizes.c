// Accesses of unusual sizes.  Both threads add one to the object, under a lock or not; where the copy of one is passed
// by value, main writes it meanwhile.
// with -DLONG_DOUBLE: FAILED assertion / FAILED data-race
// with -DLONG_DOUBLE -DLOCKED: VERIFIED / VERIFIED
// with -DLONG_DOUBLE -DVOLATILE: FAILED assertion / FAILED assertion
// with -DCOMPLEX -O2: FAILED assertion / FAILED data-race
// with -DCOMPLEX -O2 -DLOCKED: VERIFIED / VERIFIED
// with -DBITS: FAILED assertion / FAILED data-race
// with -DBITS -O2 -DLOCKED: VERIFIED / VERIFIED
// with -DATOMIC: FAILED assertion / FAILED assertion
// with -DATOMIC -DLOCKED: VERIFIED / VERIFIED
#include <assert.h>
#include <pthread.h>

#if defined COMPLEX
static _Complex long double object;
#elif defined BITS
static struct __attribute__((packed)) {
    char before;
    unsigned count : 24;
    unsigned char after;
} bits;
#define object bits.count
#elif defined ATOMIC
static _Atomic long double object;
#elif defined VOLATILE
static volatile long double object;
#else
static long double object;
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
#ifdef LOCKED
    pthread_mutex_lock(&lock);
#endif
    object = object + 1;
#ifdef LOCKED
    pthread_mutex_unlock(&lock);
#endif
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(object == 2);
    return 0;
}

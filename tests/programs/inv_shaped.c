// The optimiser shapes a static function for its callers: `scaled` loses its parameter, `touched` its result.
// Those of an invariant are as they were written.  The address of a function is the program's.
// flag: --invariant=scaled(5) == 5 * value
// flag: --invariant=touched() == value + 1
// flag: --invariant=!handler || handler == reset
// verdict: VERIFIED
// also: -O1 VERIFIED
// also: -O2 VERIFIED
// also: -O3 VERIFIED
#include <pthread.h>

static volatile int value = 1;
static void (*volatile handler)(void);

static __attribute__((noinline)) int scaled(int by)
{
    return value * by;
}

static __attribute__((noinline)) int touched(void)
{
    int now = value;

    return now + 1;
}

static void reset(void)
{
    value = 0;
}

static void *worker(void *arg)
{
    handler = reset;
    touched();
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, 0);
    value = scaled(2);
    pthread_join(t, 0);
    handler();
    return value;
}

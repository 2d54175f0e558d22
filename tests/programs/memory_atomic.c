// verdict: VERIFIED
// also: --memory tso VERIFIED
// also: --memory pso VERIFIED
// also: --memory tso -DPLAIN FAILED assertion :39
// An atomic section waits until the stores before it are in memory, and those in it are there at
// once.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

#ifdef PLAIN
#define SECTION(what) what
#else
#define SECTION(what)          \
    __VERIFIER_atomic_begin(); \
    what;                      \
    __VERIFIER_atomic_end()
#endif

static volatile int x, y, a, b;

static void *other(void *arg)
{
    x = 1;
    SECTION(a = y);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, other, NULL);
    y = 1;
    SECTION(b = x);
    pthread_join(t, NULL);
    assert(a || b);
    return 0;
}

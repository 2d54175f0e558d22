// verdict: VERIFIED
// flags: --nondet-range=-5..20
// Runs that an assumption excludes are dropped, also when that leaves a thread waiting.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);

static unsigned n;

static void *worker(void *arg)
{
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x > 2 && x < 5);
    n = x;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(n == 3 || n == 4);
    return 0;
}

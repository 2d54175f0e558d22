// verdict: FAILED assertion :25
// also: -DBEFORE VERIFIED
// also: -DABORT FAILED assertion :25
// The run is dropped where the assumption fails, and not before: others see the store.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_assume(int);
static void assume_abort_if_not(int condition) { if (!condition) abort(); }
int x;

static void *drops(void *arg)
{
#ifdef BEFORE
    __VERIFIER_assume(0);
#endif
    x = 1;
#ifdef ABORT
    assume_abort_if_not(0);
#endif
    __VERIFIER_assume(0);
    return arg;
}
static void *sees(void *arg) { assert(x == 0); return arg; }

int main(void)
{
    pthread_t s, t;

    pthread_create(&s, 0, drops, 0);
    pthread_create(&t, 0, sees, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}

// A mutex that is taken again and again: who waits is blocked and free to go by turns, so that weak
// fairness does not help and strong fairness does.
// live: FAILED starvation: --no-starvation
// live: VERIFIED: --no-starvation --fair strong
// live: FAILED starvation: --no-starvation --fair none
// live: FAILED ltl: --fair weak --ltl 'G (want0 -> F in0)'
// live: VERIFIED: --fair strong --ltl 'G (want0 -> F in0)'
// live: VERIFIED: --ltl 'GF (in0 || in1)'
// live: FAILED ltl: --ltl 'GF in0 && GF in1'
// live: VERIFIED: --fair strong --ltl 'GF in0 && GF in1'
// live: FAILED ltl: --fair strong --ltl 'G (want0 -> (!in1 U in0))'
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int want0, want1, in0, in1;

static void *worker(void *arg)
{
    int *want = arg ? &want1 : &want0, *inside = arg ? &in1 : &in0;

    for (;;) {
        *want = 1;
        pthread_mutex_lock(&m);
        *inside = 1;
        *want = 0;
        *inside = 0;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, worker, 0);
    pthread_create(&t[1], 0, worker, &t);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}

// Lamport's bakery, a few passes each since tickets grow without bound.
// live: VERIFIED: --ltl 'G !(in0 && in1)'
// live: FAILED ltl: --ltl 'F "passes == 4"'
// live: VERIFIED: --fair weak --ltl 'F "passes == 4"'
// live: VERIFIED: --fair weak --ltl 'G ("ticket[0] && !in0" -> F in0 || F "passes == 4")'
// live: VERIFIED: --termination
// live: FAILED non-termination: --termination --fair none
// live: VERIFIED: --ltl 'G ("trying[0] && ticket[0] && !choosing[1] && !ticket[1]" -> (!in1 W in0))'
// live: FAILED ltl: --ltl 'G ("ticket[0] && !choosing[1] && !ticket[1]" -> (!in1 W in0))'
#include <pthread.h>
#include <stdatomic.h>

static atomic_int trying[2], choosing[2], ticket[2], in0, in1, passes;

static void *worker(void *arg)
{
    int me = arg != 0, other = !me;
    atomic_int *inside = me ? &in1 : &in0;

    for (int i = 0; i < 2; i++) {
        trying[me] = 1;
        choosing[me] = 1;
        ticket[me] = ticket[other] + 1;
        choosing[me] = 0;
        while (choosing[other])
            ;
        while (ticket[other] && (ticket[other] < ticket[me] || (ticket[other] == ticket[me] && other < me)))
            ;
        *inside = 1;
        trying[me] = 0;
        passes++;
        *inside = 0;
        ticket[me] = 0;
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

// A ticket lock: first come, first served.
// live: FAILED ltl: --ltl 'G (waits0 -> F in0)'
// live: VERIFIED: --fair weak --ltl 'G (waits0 -> F in0)'
// live: VERIFIED: --fair strong --ltl 'G (waits1 -> F in1)'
// live: VERIFIED: --ltl 'G (waits0 && !waits1 && !in1 -> (!in1 W in0))'
// live: FAILED ltl: --ltl 'G (waits0 && !in1 -> (!in1 W in0))'
// live: VERIFIED: --fair weak --ltl 'GF in0 && GF in1'
// live: VERIFIED: --fair weak --no-starvation --ltl 'G !(in0 && in1)'
#include <heddle.h>
#include <pthread.h>

static volatile int drawn, serving, waits0, waits1, in0, in1;

static int draw(volatile int *waits)
{
    int mine;

    heddle_atomic_begin();
    mine = drawn;
    drawn = (drawn + 1) % 4;
    *waits = 1;
    heddle_atomic_end();
    return mine;
}

static void *worker(void *arg)
{
    volatile int *waits = arg ? &waits1 : &waits0, *inside = arg ? &in1 : &in0;

    for (;;) {
        int mine = draw(waits);

        while (serving != mine)
            ;
        *inside = 1;
        *waits = 0;
        *inside = 0;
        serving = (mine + 1) % 4;
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

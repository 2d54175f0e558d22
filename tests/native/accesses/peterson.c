// Peterson's algorithm.  -DLATE: the flag is set after the turn; -DPLAIN: with plain variables, -DVOLATILE: volatile.
// with : VERIFIED / VERIFIED
// with -DLATE: FAILED assertion / FAILED assertion
// with -DPLAIN: VERIFIED / FAILED data-race
// with -DVOLATILE: VERIFIED / VERIFIED
// with -DVOLATILE -DLATE: FAILED assertion / FAILED assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#if defined PLAIN
static int flag[2], turn;
#elif defined VOLATILE
static volatile int flag[2], turn;
#else
static atomic_int flag[2], turn;
#endif
static atomic_int inside;

static void *worker(void *arg)
{
    int me = (int)(intptr_t)arg, other = 1 - me;

#ifndef LATE
    flag[me] = 1;
#endif
    turn = other;
#ifdef LATE
    flag[me] = 1;
#endif
    while (flag[other] && turn == other)
        ;
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    flag[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, (void *)(intptr_t)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}

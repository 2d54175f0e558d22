// verdict: FAILED hang :14
// also: -DMENDED VERIFIED
// also: -DPAUSE=sched_yield() FAILED hang
// also: -DPAUSE=sched_yield() -DMENDED VERIFIED
// not: none
// Two locks in both orders; who finds one taken sleeps before it tries again.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>
#ifndef PAUSE
#define PAUSE usleep(10)
#endif
static void lock(atomic_flag *f) { while (atomic_flag_test_and_set(f)) PAUSE; }
atomic_flag a = ATOMIC_FLAG_INIT, b = ATOMIC_FLAG_INIT;
int both;
void *w(void *p)
{
#ifdef MENDED
    p = 0;
#endif
    atomic_flag *first = p ? &a : &b, *second = p ? &b : &a;
    lock(first);
    lock(second);
    both++;
    atomic_flag_clear(second);
    atomic_flag_clear(first);
    return 0;
}
int main(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], 0, w, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return both != 2;
}

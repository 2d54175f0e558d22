/* The filter lock for N threads, for ever.  bench/live/filter.pml is the same for SPIN. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

atomic_int level[N], victim[N];
atomic_int want, in;

static int ahead(int me, int at)
{
    for (int k = 0; k < N; k++)
        if (k != me && level[k] >= at)
            return 1;
    return 0;
}

static void *worker(void *arg)
{
    int me = *(int *)arg;

    for (;;) {
        if (me == 0)
            want = 1;
        for (int at = 1; at < N; at++) {
            level[me] = at;
            victim[at] = me;
            while (victim[at] == me && ahead(me, at))
                continue;
        }
        if (me == 0) {
            want = 0;
            in = 1;
            in = 0;
        }
        level[me] = 0;
    }
}

int main(void)
{
    static int name[N];
    pthread_t t;

    for (int i = 1; i < N; i++) {
        name[i] = i;
        pthread_create(&t, NULL, worker, &name[i]);
    }
    worker(&name[0]);
}

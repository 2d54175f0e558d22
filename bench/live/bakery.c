/* Lamport's bakery for N threads of R rounds each.  bench/live/bakery.pml is the same for SPIN. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif
#ifndef R
#define R 1
#endif

atomic_int choosing[N], number[N];
atomic_int want, in;

static void *worker(void *arg)
{
    int me = *(int *)arg;

    for (int r = 0; r < R; r++) {
        int most = 0;

        if (me == 0)
            want = 1;
        choosing[me] = 1;
        for (int k = 0; k < N; k++) {
            int theirs = number[k];

            if (theirs > most)
                most = theirs;
        }
        number[me] = most + 1;
        choosing[me] = 0;
        for (int k = 0; k < N; k++) {
            while (choosing[k])
                continue;
            for (;;) {
                int theirs = number[k];

                if (!theirs || theirs > most + 1 || (theirs == most + 1 && k >= me))
                    break;
            }
        }
        if (me == 0) {
            want = 0;
            in = 1;
            in = 0;
        }
        number[me] = 0;
    }
    return NULL;
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
    for (;;)
        continue;
}

/* Peterson's algorithm for two threads, for ever.  bench/live/peterson.pml is the same for SPIN. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag[2], turn;
atomic_int want, in;

static void *worker(void *arg)
{
    int me = *(int *)arg, other = 1 - me;

    for (;;) {
        if (me == 0)
            want = 1;
        flag[me] = 1;
        turn = other;
        while (flag[other] && turn == other)
            continue;
        if (me == 0) {
            want = 0;
            in = 1;
            in = 0;
        }
        flag[me] = 0;
    }
}

int main(void)
{
    static int name[2] = {0, 1};
    pthread_t t;

    pthread_create(&t, NULL, worker, &name[1]);
    worker(&name[0]);
}

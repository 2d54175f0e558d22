// The filter lock: Peterson's algorithm for three.
// live: VERIFIED: --fair weak --ltl 'G ("level[0]" -> F "inside[0]")'
// live: FAILED ltl: --ltl 'G ("level[0]" -> F "inside[0]")'
// live: VERIFIED: --ltl 'G "inside[0] + inside[1] + inside[2] < 2"'
// live: FAILED ltl: --fair weak --ltl 'FG !"inside[2]"'
#include <pthread.h>
#include <stdatomic.h>

enum { N = 3 };
static atomic_int level[N], last[N], inside[N];
static const int numbers[N] = {0, 1, 2};

static int held_up(int me, int k)
{
    for (int i = 0; i < N; i++)
        if (i != me && level[i] >= k)
            return last[k] == me;
    return 0;
}

static void *worker(void *arg)
{
    int me = *(const int *)arg;

    for (;;) {
        for (int k = 1; k < N; k++) {
            level[me] = k;
            last[k] = me;
            while (held_up(me, k))
                ;
        }
        inside[me] = 1;
        inside[me] = 0;
        level[me] = 0;
    }
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)&numbers[i]);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}

/* Peterson's algorithm with its first two lines exchanged: a classic mistake.  Both threads can be in
 * the critical section at once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int flag[2], turn;
static atomic_int inside;

static void *worker(void *arg)
{
    int me = (int)(intptr_t)arg, other = 1 - me;

    turn = other;
    flag[me] = 1;
    while (flag[other] && turn == other)
        ;
    int others = inside++;
    assert(others == 0);
    inside--;
    flag[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, (void *)1);
    worker((void *)0);
    pthread_join(t, NULL);
    return 0;
}

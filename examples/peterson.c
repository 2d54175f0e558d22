/* Peterson's algorithm keeps two threads out of each other's way without a lock.  This version has its
 * first two stores in the wrong order: `turn` should be given away after `flag` was raised.
 *
 *     heddle check examples/peterson.c
 *
 * shows how both threads get inside.  Exchange the two marked lines and check again: every one of the
 * endless runs is then proved right. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static volatile int flag[2], turn;
static volatile int inside;

static void *worker(void *arg)
{
    int me = (int)(intptr_t)arg, other = !me;
    for (;;) {
        turn = other; /* these two */
        flag[me] = 1; /* lines */
        while (flag[other] && turn == other)
            ;
        int others = inside++;
        assert(others == 0);
        inside--;
        flag[me] = 0;
    }
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

/* Peterson's algorithm with its stores in the right order, for two threads that never stop:
 *
 *     heddle check examples/peterson_right.c
 *
 * proves that never both are inside.  The search ends because the threads come back to states that were
 * seen. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2], turn, inside;

static void *worker(void *arg)
{
    int me = *(int *)arg, other = !me;

    for (;;) {
        flag[me] = 1;
        turn = other;
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
    int name[2] = {0, 1};

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &name[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}

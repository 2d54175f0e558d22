// verdict: FAILED assertion :18
// Peterson's algorithm with its first two stores exchanged.
#include <assert.h>
#include <pthread.h>

static volatile int flag[2], turn;
static int inside;

static void *worker(void *arg)
{
    int me = *(int *)arg, other = !me;
    for (;;) {
        turn = other;
        flag[me] = 1;
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

// verdict: VERIFIED
// Peterson's algorithm for two threads that go round for ever.
#include <assert.h>
#include <pthread.h>

static volatile int flag[2], turn;
static int inside;

static void *worker(void *arg)
{
    int me = *(int *)arg, other = !me;
    for (;;) {
        flag[me] = 1;
        turn = other;
        while (flag[other] && turn == other)
            ;
        inside++;
        assert(inside == 1);
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

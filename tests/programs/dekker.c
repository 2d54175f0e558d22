// verdict: VERIFIED
// Dekker's algorithm, going round for ever.
#include <assert.h>
#include <pthread.h>

static volatile int wants[2], turn;
static int inside;

static void *worker(void *arg)
{
    int me = *(int *)arg, other = !me;
    for (;;) {
        wants[me] = 1;
        while (wants[other])
            if (turn != me) {
                wants[me] = 0;
                while (turn != me)
                    ;
                wants[me] = 1;
            }
        inside++;
        assert(inside == 1);
        inside--;
        turn = other;
        wants[me] = 0;
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

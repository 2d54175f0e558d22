// verdict: VERIFIED
// Two threads that wait for each other's turn for ever make a cycle of states.
#include <assert.h>
#include <pthread.h>

static volatile int turn;

static void *player(void *arg)
{
    int me = *(int *)arg;
    for (;;) {
        while (turn != me)
            ;
        turn = !me;
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    int zero = 0, one = 1;
    pthread_create(&t, NULL, player, &one);
    player(&zero);
}

// verdict: VERIFIED
// Two threads take turns, each woken by the other through its own condition variable.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c[2] = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};
static int turn, moves;

static void *player(void *arg)
{
    int me = *(int *)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        while (turn != me)
            pthread_cond_wait(&c[me], &m);
        assert(moves++ % 2 == me);
        turn = !me;
        pthread_cond_signal(&c[!me]);
        pthread_mutex_unlock(&m);
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    int zero = 0, one = 1;
    pthread_create(&t, NULL, player, &one);
    player(&zero);
    pthread_join(t, NULL);
    assert(moves == 4);
    return 0;
}

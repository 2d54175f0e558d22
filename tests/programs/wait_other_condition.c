// verdict: FAILED deadlock
// One of them signals its own condition variable.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c[2] = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};
static int turn;

static void *player(void *arg)
{
    int me = *(int *)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        while (turn != me)
            pthread_cond_wait(&c[me], &m);
        turn = !me;
        pthread_cond_signal(&c[me]);
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
    return 0;
}

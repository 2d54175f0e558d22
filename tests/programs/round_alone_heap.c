// A thread that is alone changes what a static pointer leads to, in loops with timed waits: it does not spin.
// verdict: FAILED assertion :24
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static int *count;

int main(void)
{
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    struct timespec soon = {1, 0};
    sem_t s;

    count = calloc(1, sizeof *count);
    sem_init(&s, 0, 0);
    while (++*count < 3)
        sem_timedwait(&s, &soon);
    pthread_mutex_lock(&m);
    while (++*count < 6)
        pthread_cond_timedwait(&c, &m, &soon);
    assert(0);
}

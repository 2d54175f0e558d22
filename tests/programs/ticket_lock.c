// verdict: VERIFIED
// A ticket lock for three threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next, serving;
static int inside;

static void *worker(void *arg)
{
    unsigned mine = atomic_fetch_add(&next, 1);
    while (serving != mine)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    serving++;
    return arg;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(next == 3 && serving == 3);
    return 0;
}

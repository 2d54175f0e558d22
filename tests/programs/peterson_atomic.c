// verdict: VERIFIED
// also: -O2 VERIFIED
// also: -O3 VERIFIED
// With atomic variables the optimiser leaves Peterson's algorithm right.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2], last;
static volatile int inside;

static void *worker(void *arg)
{
    int me = *(int *)arg;
    flag[me] = 1;
    last = me;
    while (flag[!me] && last == me)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    flag[me] = 0;
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

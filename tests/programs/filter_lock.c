// verdict: VERIFIED
// The filter lock: Peterson's idea for three threads.
#include <assert.h>
#include <pthread.h>

enum { N = 3 };
static volatile int level[N], victim[N];
static int inside;

static int blocked(int me, int l)
{
    for (int k = 0; k < N; k++)
        if (k != me && level[k] >= l && victim[l] == me)
            return 1;
    return 0;
}

static void *worker(void *arg)
{
    int me = *(int *)arg;
    for (int l = 1; l < N; l++) {
        level[me] = l;
        victim[l] = me;
        while (blocked(me, l))
            ;
    }
    inside++;
    assert(inside == 1);
    inside--;
    level[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    static int name[N] = {0, 1, 2};
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, worker, &name[i]);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}

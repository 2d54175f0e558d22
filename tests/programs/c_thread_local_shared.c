// verdict: FAILED assertion :18
// A thread-local variable is shared when its address is given away.
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine;

static void *work(void *arg)
{
    *(int *)arg = 1;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, &mine);
    assert(mine == 0);
    pthread_join(t, NULL);
    return 0;
}

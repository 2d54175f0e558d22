// Peterson's algorithm, which needs a fence.
// sc: VERIFIED
// tso: FAILED
// pso: FAILED
#include <assert.h>
#include <pthread.h>

int flag[2], turn, inside;

static void *enter(void *number)
{
    int me = (int)(long)number;
    flag[me] = 1;
    turn = !me;
    while (flag[!me] && turn == !me)
        ;
    assert(++inside == 1);
    inside--;
    flag[me] = 0;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, enter, (void *)0);
    pthread_create(&b, 0, enter, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

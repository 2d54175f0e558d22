// verdict: VERIFIED
// Every thread has its own, with the value that the program gives.
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine = 5, list[3];

static void add(int n)
{
    mine += n;
    list[n]++;
}

static void *work(void *arg)
{
    assert(mine == 5 && list[1] == 0);
    add(1);
    add(1);
    assert(mine == 7 && list[1] == 2);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    add(2);
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(mine == 7 && list[2] == 1 && list[1] == 0);
    return 0;
}

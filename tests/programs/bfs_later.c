// verdict: FAILED assertion :16
// A step that breadth-first search has put off at first leads the others elsewhere when it is
// taken: the way back is looked for in the order in which it was found.
#include <assert.h>
#include <pthread.h>
int x;
void *s(void *a)
{
    for (;;)
        ;
    return a;
}
void *r(void *a)
{
    int u = x, v = x;
    assert(u == v);
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, s, 0);
    pthread_create(&t, 0, r, 0);
    x = 1;
    pthread_exit(0);
}

// An uninitialised value in a frame must not change where steps end.
// verdict: FAILED assertion :11
#include <assert.h>
#include <pthread.h>
static volatile int x;
static int one(void) { int u, *p = &u, w = *p; (void)w; return x; }
static void *worker(void *a)
{
    int s = one();

    assert(s == 1);
    return a;
}
int main(void)
{
    pthread_t t, u;

    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
}

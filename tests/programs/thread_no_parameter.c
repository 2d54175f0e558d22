// verdict: VERIFIED
// A thread function written without parameters, as many old programs have it.
#include <assert.h>
#include <pthread.h>

static int x;

static void *thread()
{
    x++;
    return 0;
}

int main()
{
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    pthread_join(t, 0);
    assert(x == 1);
    return 0;
}

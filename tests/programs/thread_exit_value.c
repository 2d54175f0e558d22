// verdict: VERIFIED
// pthread_exit deep in a thread ends it with a value.
#include <assert.h>
#include <pthread.h>

static int result = 5;

static void leave(int depth)
{
    if (depth == 0)
        pthread_exit(&result);
    leave(depth - 1);
    assert(0);
}

static void *work(void *arg)
{
    leave(3);
    return arg;
}

int main(void)
{
    pthread_t t;
    void *value;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, &value);
    assert(*(int *)value == 5);
    return 0;
}

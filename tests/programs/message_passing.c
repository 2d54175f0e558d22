// verdict: VERIFIED
// Data before flag: under sequential consistency the reader who sees the flag sees the data.
#include <assert.h>
#include <pthread.h>

static volatile int data, flag;

static void *writer(void *arg)
{
    data = 1;
    flag = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    if (flag)
        assert(data == 1);
    pthread_join(t, NULL);
    return 0;
}

// verdict: FAILED data-race
// flags: --races error
// also: --volatile=atomic FAILED data-race :24
// A volatile flag orders nothing; with --volatile atomic it is no race itself, but the data is.
#include <pthread.h>

static volatile int flag;
static int data;

static void *writer(void *arg)
{
    data = 1;
    flag = 1;
    return arg;
}

int main(void)
{
    pthread_t a;
    int seen = 0;
    pthread_create(&a, NULL, writer, NULL);

    if (flag)
        seen = data;
    pthread_join(a, NULL);
    return seen > 1;
}

// verdict: FAILED misuse
// A thread joins what no thread is called, while main ends the program.
#include <pthread.h>

static pthread_t none;

static void *work(void *arg)
{
    pthread_join(none, NULL);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    return 0;
}

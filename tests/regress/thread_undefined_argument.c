// verdict: FAILED uninitialised :7
#include <pthread.h>
#include <stddef.h>
static int g;
static void *worker(void *a)
{
    if (a)
        g = 1;
    return NULL;
}
int main(void)
{
    pthread_t t;
    void *never;
    pthread_create(&t, NULL, worker, never);
    pthread_join(t, NULL);
    return 0;
}

// verdict: VERIFIED
// A detached thread needs no join; what it holds is its own.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg)
{
    pthread_detach(pthread_self());
    int *p = arg;
    *p = 2;
    free(p);
    return NULL;
}

int main(void)
{
    pthread_t t;
    int *p = malloc(sizeof *p);
    *p = 1;
    pthread_create(&t, NULL, work, p);
    pthread_exit(NULL);
}

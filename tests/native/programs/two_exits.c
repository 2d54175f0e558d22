/* A thread calls exit while main returns: either status. */
#include <pthread.h>
#include <stdlib.h>

static void nothing(void)
{
}

static void *leaves(void *unused)
{
    exit(5);
    return unused;
}

int main(void)
{
    pthread_t t;

    atexit(nothing);
    pthread_create(&t, NULL, leaves, NULL);
    return 0;
}

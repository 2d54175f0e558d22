// verdict: FAILED use-after-free :8
// The owner frees a buffer that another thread still writes to.
#include <pthread.h>
#include <stdlib.h>

static void *writer(void *arg)
{
    *(char *)arg = 'x';
    return NULL;
}

int main(void)
{
    pthread_t t;
    char *buffer = malloc(4);
    pthread_create(&t, NULL, writer, buffer);
    free(buffer);
    pthread_join(t, NULL);
    return 0;
}

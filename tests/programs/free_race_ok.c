// verdict: VERIFIED
// flags: --leaks
// The buffer changes hands: the thread that got it frees it.
#include <pthread.h>
#include <stdlib.h>

static void *writer(void *arg)
{
    char *buffer = arg;
    buffer[0] = 'x';
    free(buffer);
    return NULL;
}

int main(void)
{
    pthread_t t;
    char *buffer = malloc(4);
    pthread_create(&t, NULL, writer, buffer);
    buffer = NULL;
    pthread_join(t, NULL);
    return 0;
}

// Crashes in a function of the C library.
#include <pthread.h>
#include <string.h>

static char *volatile bad;

static void *nothing(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, nothing, NULL);
    bad = (char *)16;
    return (int)strlen(bad);
}

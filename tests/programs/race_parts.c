// verdict: FAILED data-race
// flags: --races error
// One byte of a copy meets one of another.
#include <pthread.h>
#include <string.h>

static char bytes[8];

static void *low(void *arg)
{
    memset(bytes, 1, 5);
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, low, NULL);
    memset(bytes + 4, 2, 4);
    pthread_join(a, NULL);
    return bytes[3] != 1;
}

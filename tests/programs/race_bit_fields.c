// verdict: FAILED data-race
// flags: --races error
// Neighbouring bit-fields are one memory location.
#include <pthread.h>

static struct {
    unsigned low : 4, high : 4;
} s;

static void *low(void *arg)
{
    s.low = 1;
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, low, NULL);
    s.high = 1;
    pthread_join(a, NULL);
    return 0;
}

// The invariant is broken by one order of two writes; the thread of the other order never touches anything
// that this one does, and might be run to its end first.
// flag: --invariant=!y || x
// verdict: FAILED invariant :16
#include <pthread.h>

static volatile int x, y;

static void *first(void *arg)
{
    x = 1;
    return arg;
}
static void *second(void *arg)
{
    y = 1;
    return arg;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

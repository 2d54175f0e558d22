/* Peterson once per thread with plain variables.  As written it is right; what the optimiser makes of
 * it is not: at -O2 clang drops the store to a thread's own flag.  Compare
 *     heddle check examples/peterson_plain.c
 *     heddle check -O2 examples/peterson_plain.c */
#include <assert.h>
#include <pthread.h>

static int f0, f1, last;
static volatile int inside;

static void *first(void *arg)
{
    f0 = 1;
    last = 0;
    while (f1 && last == 0)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    f0 = 0;
    return arg;
}

static void *second(void *arg)
{
    f1 = 1;
    last = 1;
    while (f0 && last == 1)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    f1 = 0;
    return arg;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

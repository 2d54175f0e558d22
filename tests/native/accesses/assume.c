// with -DRACE: VERIFIED / FAILED data-race
// with -DSAFE: VERIFIED / VERIFIED
// What a thread did before an assumption of it failed has happened, and may race with what others do.
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int x, y;

static void *drops(void *arg)
{
    x = 1;
    heddle_assume(arg != NULL);
    return arg;
}

static void *other(void *arg)
{
#ifdef RACE
    x = 2;
#else
    y = 2;
#endif
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, drops, NULL);
    pthread_create(&t[1], NULL, other, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}

// An assumption that fails before its thread comes to an operation ends that run, and no other thread's part of it.
// options: --search full
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static void *drops(void *arg)
{
    heddle_assume(arg != NULL);
    return arg;
}

static void *fails(void *arg)
{
#ifdef WRONG
    assert(arg != NULL);
#endif
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, drops, NULL);
    pthread_create(&t[1], NULL, fails, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}

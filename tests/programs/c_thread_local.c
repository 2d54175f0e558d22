// verdict: VERIFIED
// also: -O2 VERIFIED
// Each thread has its own copy of a thread-local variable, with its first value.
#include <assert.h>
#include <pthread.h>

static _Thread_local int counter = 10;
static _Thread_local struct { int *self; char name[4]; } context;

static void bump(void)
{
    counter++;
}

static void *work(void *arg)
{
    assert(counter == 10 && context.self == 0);
    context.self = &counter;
    bump();
    bump();
    assert(*context.self == 12);
    return arg;
}

int main(void)
{
    pthread_t t;
    counter = 100;
    pthread_create(&t, NULL, work, NULL);
    bump();
    assert(counter == 101);
    counter = 10;
    work(NULL);
    pthread_join(t, NULL);
    assert(counter == 12);
    return 0;
}

// verdict: VERIFIED
// also: -DWIDE FAILED bad-call :10
// A start function of another shape that comes from a variable runs as one that is named.  One that takes a
// double cannot: the place is the function, which is what is wrong.
#include <assert.h>
#include <pthread.h>

static int g;

static void wide(double d) { g = (int)d; }
static void nothing(void) { g += 1; }
static int number(void *p) { g += *(int *)p; return 7; }
static void counts(long n) { g += (int)n; }
static void *usual(void *p) { return p; }
static void callback(void) { g += 100; }

static void run(void *(*start)(void *), void *arg, long want)
{
    pthread_t t;
    void *result;

    pthread_create(&t, NULL, start, arg);
    pthread_join(t, want >= 0 ? &result : NULL);
    assert(want < 0 || (int)(long)result == want);
}

int main(void)
{
    int ten = 10;
    void (*call)(void) = callback;
    void *const starts[] = {(void *)nothing, (void *)counts};

    run((void *(*)(void *))starts[0], 0, -1);
    run((void *(*)(void *))starts[1], (void *)5, -1);
    run((void *(*)(void *))number, &ten, 7);
    run(usual, (void *)3, 3);
#ifdef WIDE
    run((void *(*)(void *))wide, 0, -1);
#endif
    call();
    assert(g == 116);
    return 0;
}

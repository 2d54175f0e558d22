// verdict: FAILED assertion
// also: -DLOCKED VERIFIED
// A struct that is passed among variable arguments is copied bit by bit: others may come between.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>

typedef struct pair {
    long a, b, c, d;
} pair;

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pair shared;

static int torn(int n, ...)
{
    va_list args;

    va_start(args, n);
    pair got = va_arg(args, pair);
    va_end(args);
    return got.a == 0 && got.d == n;
}

static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    shared.a = 1;
    shared.d = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
#ifdef LOCKED
    pthread_mutex_lock(&m);
#endif
    assert(!torn(1, shared));
#ifdef LOCKED
    pthread_mutex_unlock(&m);
#endif
    pthread_join(t, NULL);
    return 0;
}

// verdict: VERIFIED
// also: -O2 VERIFIED
// What once is given runs once, and is over before any caller goes on.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int calls, ready;

static void init(void)
{
    calls++;
    ready = 1;
}

static void *work(void *arg)
{
    pthread_once(&once, init);
    assert(ready == 1 && calls == 1);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

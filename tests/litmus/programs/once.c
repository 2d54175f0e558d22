// verdict: VERIFIED
// executions: 2
// Whoever comes back from pthread_once comes after the routine.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int made;

static void make(void)
{
    made++;
}

static void *use(void *arg)
{
    pthread_once(&once, make);
    assert(made == 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, use, NULL);
    use(NULL);
    pthread_join(t, NULL);
    return 0;
}

// A join that is not cancelled, in a thread that was: the writer is over when it returns.
// verdict: VERIFIED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static pthread_t writer;

static void *writes(void *arg)
{
    atomic_store(&x, 1);
    return arg;
}

static void *joins(void *arg)
{
    int old;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    pthread_join(writer, 0);
    assert(atomic_load(&x) == 1);
    return arg;
}

int main(void)
{
    pthread_t joiner;

    pthread_create(&writer, 0, writes, 0);
    pthread_create(&joiner, 0, joins, 0);
    pthread_join(joiner, 0);
    return 0;
}

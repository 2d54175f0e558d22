// A join that is cancelled does not wait for the thread: the handler may run before that has done anything.
// verdict: FAILED assertion :12
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static pthread_t writer;

static void left(void *unused)
{
    assert(atomic_load(&x) == 1 || unused);
}

static void *writes(void *arg)
{
    atomic_store(&x, 1);
    return arg;
}

static void *joins(void *arg)
{
    pthread_cleanup_push(left, 0);
    pthread_join(writer, 0);
    pthread_cleanup_pop(0);
    return arg;
}

int main(void)
{
    pthread_t joiner;

    pthread_create(&writer, 0, writes, 0);
    pthread_create(&joiner, 0, joins, 0);
    pthread_cancel(joiner);
    pthread_join(joiner, 0);
    return 0;
}

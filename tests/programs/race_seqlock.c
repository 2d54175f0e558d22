// verdict: FAILED data-race
// flags: --races error
// A seqlock whose data is plain: the reader throws away what it read, but it has raced.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static int data;

static void *writer(void *arg)
{
    atomic_fetch_add(&sequence, 1);
    data = 1;
    atomic_fetch_add(&sequence, 1);
    return arg;
}

int main(void)
{
    pthread_t a;
    unsigned before = 0, after;
    int seen;
    pthread_create(&a, NULL, writer, NULL);
    do {
        before = atomic_load(&sequence);
        seen = data;
        after = atomic_load(&sequence);
    } while (before % 2 || before != after);
    pthread_join(a, NULL);
    return seen > 1;
}

// verdict: VERIFIED
// flags: --races error
// also: -DBIG VERIFIED
// The read is atomic, and races with nothing.
#include <pthread.h>
#include <stdatomic.h>
#ifdef BIG
typedef struct value {
    long at[3];
} value;
#else
typedef int value;
#endif
static _Atomic(value) shared;

static void *change(void *arg)
{
    value expected = {0}, wanted = {2};

    atomic_compare_exchange_strong(&shared, &expected, wanted);
    return arg;
}

int main(void)
{
    pthread_t thread;
    value one = {1};
    int seen;

    pthread_create(&thread, NULL, change, NULL);
    atomic_store(&shared, one);
    one = atomic_load(&shared);
    seen = *(int *)&one;
    pthread_join(thread, NULL);
    return seen == 7;
}

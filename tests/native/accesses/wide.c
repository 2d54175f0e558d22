// An atomic pair.  gcc calls libatomic for it, so only clang is asked, with -mcx16.
// -DSPLIT: it is read and written in two steps.
#include <assert.h>
#include <pthread.h>

static unsigned __int128 pair;

static void *worker(void *arg)
{
    unsigned __int128 old, next;

#ifdef SPLIT
    old = __atomic_load_n(&pair, __ATOMIC_SEQ_CST);
    __atomic_store_n(&pair, old + (((unsigned __int128)1 << 64) | 1), __ATOMIC_SEQ_CST);
#else
    old = __atomic_load_n(&pair, __ATOMIC_SEQ_CST);
    do
        next = old + (((unsigned __int128)1 << 64) | 1);
    while (!__atomic_compare_exchange_n(&pair, &old, next, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
#endif
    return arg;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert((unsigned long)pair == 2 && (unsigned long)(pair >> 64) == 2);
    return 0;
}

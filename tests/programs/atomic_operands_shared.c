// verdict: FAILED assertion
// also: -DSTORED FAILED assertion
// also: -DEXPECTED FAILED assertion
// also: -DWIDE FAILED assertion
// also: -DATOMIC VERIFIED
// Of an atomic operation only the access to its object is atomic: what it stores, expects or hands out may be memory that
// others see as well, also where the object itself is nobody else's.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct triple {
    long a, b, c;
} triple;

static triple shared;
static atomic_int begun;

static void *work(void *arg)
{
    triple own = {1, 1, 1};

#if defined STORED
    __atomic_store(&own, &shared, __ATOMIC_SEQ_CST);
    assert(!(own.a == 0 && own.c == 1));
#elif defined EXPECTED
    begun = 1;
    __atomic_compare_exchange(&own, &shared, &(triple){2, 2, 2}, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
#elif defined WIDE
    unsigned __int128 wide = 1;

    begun = 1;
    __atomic_compare_exchange(&wide, (unsigned __int128 *)(void *)arg, &(unsigned __int128){2}, 0, __ATOMIC_SEQ_CST,
                              __ATOMIC_SEQ_CST);
#elif defined ATOMIC
    __atomic_store(&shared, &own, __ATOMIC_SEQ_CST);
#else
    begun = 1;
    __atomic_load(&own, &shared, __ATOMIC_SEQ_CST);
#endif
    return arg;
}

int main(void)
{
    static unsigned __int128 wide;
    pthread_t t;

    pthread_create(&t, NULL, work, &wide);
#if defined STORED
    shared.a = 1;
    shared.c = 1;
#elif defined WIDE
    if (begun)
        assert((long)wide == 1);
#elif defined ATOMIC
    triple found;

    __atomic_load(&shared, &found, __ATOMIC_SEQ_CST);
    assert(found.a == found.c);
#else
    if (begun)
        assert(shared.a == 1);
#endif
    pthread_join(t, NULL);
    return 0;
}

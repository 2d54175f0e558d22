// verdict: FAILED assertion :30
// also: -DBEFORE FAILED assertion
// also: -DCHOOSES FAILED assertion
// also: -DELSE FAILED assertion
// also: -DENOUGH VERIFIED
// An atomic section that ends the process does something before, or keeps others from what they
// would do: it is no end that may wait until the others are through.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int n;

static void *ends(void *unused)
{
    heddle_atomic_begin();
#ifdef CHOOSES
    if (heddle_choose(2))
        exit(0);
#endif
#ifdef ELSE
    if (n == 0)
        exit(0);
    assert(n != 5);
#elif !defined BEFORE
    n++;
#ifndef ENOUGH
    assert(n != 1);
#endif
#endif
    exit(0);
    return unused;
}

static void *writes(void *unused)
{
    n = 5;
#ifdef BEFORE
    assert(n != 5);
#endif
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, writes, NULL);
    ends(NULL);
    return 0;
}

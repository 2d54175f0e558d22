// verdict: FAILED assertion :60
// also: -DTORN FAILED assertion :60
// Numbers of more than eight bytes are stored and loaded in pieces, in steps of their own; atomic ones are not.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static long double number = 1.5L, copy;
static __int128 whole = 1;
static unsigned __int128 positive;
static struct {
    int first;
    long double second;
} both;
static _Atomic __int128 atomic;
static int *heap, over;

static void *setter(void *arg)
{
    number = 3.25L;
#ifndef TORN
    number += 1;
    copy = number;
    whole = ((__int128)1 << 100) + 5;
    whole = -7;
    positive = -1;
    both.second = -0.125L;
    atomic = -1;
    heap = malloc(sizeof *heap);
    *heap = 1;
#endif
    over = 1;
    return arg;
}

static int torn(void)
{
#ifdef TORN
    __int128 was = whole;
    long double is = number;

    return is != 1.5L && is != 3.25L && was == 1;
#else
    return 0;
#endif
}

int main(void)
{
    pthread_t t;
    int wrong;

    pthread_create(&t, 0, setter, 0);
    wrong = torn();
    pthread_join(t, 0);
    free(heap);
#ifndef TORN
    wrong = over;
#endif
    assert(!wrong);
    return 0;
}

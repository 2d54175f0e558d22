// verdict: FAILED assertion :50
// The owner takes the last element without asking whether a thief got it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 4 };
static atomic_long top, bottom;
static atomic_int buffer[SIZE], got[2];

static void push(int value)
{
    long b = bottom;
    buffer[b % SIZE] = value;
    bottom = b + 1;
}

static int take(void)
{
    long b = bottom - 1;
    bottom = b;
    if (top <= b)
        return buffer[b % SIZE];
    bottom = b + 1;
    return 0;
}

static int steal(void)
{
    long t = top, b = bottom;
    if (t >= b)
        return 0;
    int value = buffer[t % SIZE];
    return atomic_compare_exchange_strong(&top, &t, t + 1) ? value : 0;
}

static void *thief(void *arg)
{
    got[steal()]++;
    return arg;
}

int main(void)
{
    pthread_t t;
    push(1);
    pthread_create(&t, NULL, thief, NULL);
    got[take()]++;
    pthread_join(t, NULL);
    assert(got[1] == 1);
    return 0;
}

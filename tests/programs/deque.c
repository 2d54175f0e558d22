// verdict: VERIFIED
// also: -O2 VERIFIED
// outcomes: 5
// A work-stealing deque: the owner takes at one end, a thief at the other, each element once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 4 };
static atomic_long top, bottom;
static atomic_int buffer[SIZE], got[4];

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
    long t = top;
    int value = 0;
    if (t < b)
        return buffer[b % SIZE];
    if (t == b) {
        value = buffer[b % SIZE];
        if (!atomic_compare_exchange_strong(&top, &t, t + 1))
            value = 0;
    }
    bottom = b + 1;
    return value;
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
    for (int i = 0; i < 2; i++)
        got[steal()]++;
    return arg;
}

int main(void)
{
    pthread_t t;
    push(1);
    push(2);
    pthread_create(&t, NULL, thief, NULL);
    push(3);
    for (int value; (value = take());)
        got[value]++;
    pthread_join(t, NULL);
    for (int value; (value = take());)
        got[value]++;
    for (int i = 1; i < 4; i++)
        assert(got[i] == 1);
    return 0;
}

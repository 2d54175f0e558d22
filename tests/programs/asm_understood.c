// verdict: VERIFIED
// also: -O2 VERIFIED
// Inline assembly that is understood: barrier, pause, fence and locked read-modify-writes.
#include <assert.h>
#include <pthread.h>

static volatile int lock;
static int inside, total;

static int exchange(volatile int *p, int x)
{
    __asm__ __volatile__("xchgl %0, %1" : "+r"(x), "+m"(*p) : : "memory");
    return x;
}

static int fetch_add(volatile int *p, int x)
{
    __asm__ __volatile__("lock; xaddl %0, %1" : "+r"(x), "+m"(*p) : : "memory");
    return x;
}

static int compare_exchange(volatile int *p, int old, int new)
{
    int seen;
    __asm__ __volatile__("lock; cmpxchgl %2, %1"
                         : "=a"(seen), "+m"(*p)
                         : "r"(new), "0"(old)
                         : "memory");
    return seen;
}

static void *work(void *arg)
{
    while (exchange(&lock, 1))
        __asm__ __volatile__("pause");
    __asm__ __volatile__("" : : : "memory");
    inside++;
    assert(inside == 1);
    inside--;
    __asm__ __volatile__("mfence" : : : "memory");
    lock = 0;
    return arg;
}

int main(void)
{
    volatile int x = 5;
    assert(fetch_add(&x, 3) == 5 && x == 8);
    assert(compare_exchange(&x, 8, 1) == 8 && x == 1);
    assert(compare_exchange(&x, 8, 2) == 1 && x == 1);
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return total;
}

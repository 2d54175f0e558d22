// verdict: VERIFIED
// outcomes: 1
// Directives, nop, cmpxchg16b, bit tests, cpuid and the thread pointer in assembly and builtins.
#include <assert.h>
#include <pthread.h>

static _Alignas(16) unsigned long pair[2];
static unsigned long bits[2];
static int firsts;

static int exchange(unsigned long *p, unsigned long a, unsigned long b, unsigned long c,
                    unsigned long d)
{
    unsigned char ok;

    __asm__ __volatile__("lock; cmpxchg16b %1\n\tsetz %0"
                         : "=q"(ok), "+m"(*(__int128 *)p), "+a"(a), "+d"(b)
                         : "b"(c), "c"(d)
                         : "memory", "cc");
    return ok;
}

static int test_and_set(long n, unsigned long *p)
{
    int old;

    __asm__ __volatile__("lock; btsq %2,%1\n\tsbbl %0,%0" : "=r"(old), "+m"(*p) : "r"(n) : "memory");
    return old != 0;
}

static int test_and_clear(long n, unsigned long *p)
{
    _Bool old;

    __asm__ __volatile__("lock btrq %2,%1" : "=@ccc"(old), "+m"(*p) : "r"(n) : "memory");
    return old;
}

static void *worker(void *arg)
{
    unsigned eax = 0, ebx, ecx, edx;

    __asm__ __volatile__(".p2align 4\n\tnop\n\t.balign 8");
    __asm__ __volatile__("cpuid" : "+a"(eax), "=b"(ebx), "=c"(ecx), "=d"(edx));
    assert(eax == 0 && ebx == 0 && ecx == 0 && edx == 0);
    assert(__builtin_thread_pointer() != 0);
    if (!test_and_set(70, bits))
        __atomic_add_fetch(&firsts, 1, __ATOMIC_SEQ_CST);
    while (!exchange(pair, pair[0], pair[1], pair[0] + 1, pair[1] + 2))
        ;
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    assert(pair[0] == 2 && pair[1] == 4);
    assert(firsts == 1 && bits[0] == 0 && bits[1] == 1ul << 6);
    assert(test_and_clear(70, bits) && bits[1] == 0 && !test_and_clear(3, bits));
    return 0;
}

// verdict: VERIFIED
// also: -O2 VERIFIED
// also: -m32 VERIFIED
// also: -DREADS FAILED uninitialised :32
// Thread functions of another shape run as the processor's calling convention has it.
#include <assert.h>
#include <pthread.h>

static int g;

static void nothing(void) { __atomic_add_fetch(&g, 1, __ATOMIC_SEQ_CST); }
static int number(void *p) { __atomic_add_fetch(&g, *(int *)p, __ATOMIC_SEQ_CST); return 7; }
static void counts(long n) { __atomic_add_fetch(&g, (int)n, __ATOMIC_SEQ_CST); }
static void *old() { __atomic_add_fetch(&g, 10, __ATOMIC_SEQ_CST); return 0; }

int main(void)
{
    pthread_t a, b, c, d;
    int one = 1;
    void *r;

    pthread_create(&a, 0, (void *(*)(void *))nothing, 0);
    pthread_create(&b, 0, (void *)number, &one);
    pthread_create(&c, 0, (void *)counts, (void *)3);
    pthread_create(&d, 0, (void *)old, 0);
    pthread_join(b, &r);
    assert((int)(long)r == 7);
    pthread_join(c, 0);
    pthread_join(d, 0);
    pthread_join(a, &r);
#ifdef READS
    assert(r);
#endif
    assert(g == 15);
    return 0;
}

// default: VERIFIED
// A bump allocator that aligns.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static _Alignas(64) char arena[1024];
static _Atomic size_t used;
static void *alloc(size_t n, size_t al)
{
    for (;;) {
        size_t u = atomic_load(&used);
        uintptr_t p = ((uintptr_t)arena + u + al - 1) & ~(al - 1);
        size_t end = p - (uintptr_t)arena + n;
        if (end > sizeof arena)
            return 0;
        if (atomic_compare_exchange_weak(&used, &u, end))
            return (void *)p;
    }
}
static void *w(void *u)
{
    int *p = alloc(sizeof(int), sizeof(int));
    *p = 1;
    long *q = alloc(sizeof(long), 16);
    *q = 2;
    assert(((uintptr_t)q & 15) == 0);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    int *p = w(0);
    void *r;
    pthread_join(t, &r);
    assert(p != r);
    return 0;
}

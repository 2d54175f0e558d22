// default: VERIFIED
// Truth values and marks of pointers.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct s {
    int a;
};
static struct s *_Atomic ptr;
static void *w(void *u)
{
    struct s *p = ptr;
    if (p && !((uintptr_t)p & 1))
        p->a++;
    int ok = !!p;
    ok &= (long)p != 0;
    ok &= (_Bool)p;
    assert(ok);
    return (void *)((uintptr_t)p | 1);
}
int main(void)
{
    pthread_t t;
    struct s *x = calloc(1, sizeof *x);
    ptr = x;
    pthread_create(&t, 0, w, 0);
    void *r;
    pthread_join(t, &r);
    assert(((uintptr_t)r & ~1ul) == (uintptr_t)x);
    assert(((struct s *)((uintptr_t)r - 1))->a == 1);
    free(x);
    return 0;
}

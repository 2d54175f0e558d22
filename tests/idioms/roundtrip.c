// default: VERIFIED
// A pointer as an integer and back.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *w(void *p)
{
    intptr_t n = (intptr_t)p;
    int *q = (int *)n;
    (*q)++;
    return (void *)(intptr_t)*q;
}
int main(void)
{
    pthread_t t;
    int x = 41;
    uintptr_t k = (uintptr_t)&x;
    unsigned long long l = k;
    pthread_create(&t, 0, w, (void *)(uintptr_t)l);
    void *r;
    pthread_join(t, &r);
    assert((intptr_t)r == 42);
    return 0;
}

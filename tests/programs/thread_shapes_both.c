// verdict: VERIFIED
// also: -O2 VERIFIED
// also: -m32 VERIFIED
// also: -DWRONG FAILED assertion :25
// One function that pthread_create and thrd_create start: what each of them has it return differs.
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static _Atomic int g;

static void counts(void) { g++; }
static short number(void *p) { g += *(int *)p; return 7; }

int main(void)
{
    pthread_t a, b;
    thrd_t c, d;
    int two = 2, n = 0;
    void *r = 0;

    pthread_create(&a, 0, (void *)counts, 0);
    assert(thrd_create(&c, (thrd_start_t)counts, 0) == thrd_success);
#ifdef WRONG
    assert(g != 2);
#endif
    pthread_join(a, 0);
    thrd_join(c, 0);
    thrd_create(&d, (thrd_start_t)(void *)number, &two);
    thrd_join(d, &n);
    pthread_create(&b, 0, (void *)number, &two);
    pthread_join(b, &r);
    assert(n == 7 && (long)r == 7);
    assert(g == 6);
    return 0;
}

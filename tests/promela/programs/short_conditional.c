// verdict: VERIFIED
// `a ?: b` evaluates a once, and b only where a is 0.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x, calls;
static _Thread_local long own;

static int count(void)
{
    return calls++;
}

static void *set(void *of)
{
    __atomic_store_n(&x, 2, __ATOMIC_SEQ_CST);
    return of;
}

int main(void)
{
    int *none = NULL, *p = none ?: &x, got;
    long first = count() ?: 7L, second = count() ?: 7L, third = 1 ?: count();
    pthread_t t;

    assert(p == &x && first == 7 && second == 1 && third == 1 && calls == 2);
    own = own ?: 5;
    assert(own == 5);
    pthread_create(&t, NULL, set, NULL);
    got = __atomic_load_n(&x, __ATOMIC_SEQ_CST) ?: 3; /* one load: never 0 */
    assert(got == 2 || got == 3);
    pthread_join(t, NULL);
    return 0;
}

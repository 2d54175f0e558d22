// verdict: VERIFIED
// also: -O2 VERIFIED
// _Atomic variables of integers, pointers, floats and structures.
#include <assert.h>
#include <stdatomic.h>

struct pair {
    int a, b;
};

static _Atomic int i = 1;
static _Atomic(int *) p;
static _Atomic double d = 1.5;
static _Atomic struct pair s;
static atomic_flag f = ATOMIC_FLAG_INIT;
static int array[4];

int main(void)
{
    i += 4;
    i *= 3;
    i++;
    assert(i-- == 16 && i == 15);
    i <<= 1;
    assert((i ^= 3) == 29 && (i %= 10) == 9);
    p = array;
    p++;
    assert(atomic_fetch_add(&p, 2) == array + 1 && p == array + 3);
    d *= 3;
    d += 0.5;
    assert(d == 5.0);
    struct pair want = {0, 0}, next = {1, 2};
    atomic_store(&s, want);
    assert(atomic_compare_exchange_strong(&s, &want, next));
    want = atomic_load(&s);
    assert(want.a == 1 && want.b == 2);
    assert(!atomic_flag_test_and_set(&f) && atomic_flag_test_and_set(&f));
    atomic_flag_clear(&f);
    int old = 9;
    while (!atomic_compare_exchange_weak(&i, &old, 20))
        ;
    assert(i == 20 && atomic_exchange(&i, 2) == 20 && atomic_fetch_or(&i, 5) == 2);
    atomic_thread_fence(memory_order_seq_cst);
    return i != 7;
}

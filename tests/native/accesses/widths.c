// Atomic operations of every width, and all of them.
// with : VERIFIED / VERIFIED
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uint8_t a;
static uint16_t b;
static uint32_t c;
static uint64_t d;

static void *worker(void *arg)
{
    uint16_t old = 1;

    __atomic_fetch_or(&a, 1, __ATOMIC_SEQ_CST);
    __atomic_compare_exchange_n(&b, &old, 2, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    assert(old == 1 || old == 0);
    __atomic_sub_fetch(&c, 1, __ATOMIC_SEQ_CST);
    __atomic_xor_fetch(&d, 3, __ATOMIC_SEQ_CST);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, NULL);
    __atomic_fetch_and(&a, 2, __ATOMIC_SEQ_CST);
    __atomic_store_n(&b, 1, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&c, 1, __ATOMIC_SEQ_CST);
    __atomic_nand_fetch(&d, 0, __ATOMIC_SEQ_CST);
    pthread_join(t, NULL);
    assert(c == 0);
    assert(a == 0 || a == 1);
    assert(b == 1 || b == 2);
    assert(d == (uint64_t)-4 || d == (uint64_t)-1);
    return 0;
}

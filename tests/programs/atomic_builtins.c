// verdict: VERIFIED
// also: -m32 VERIFIED
// also: -O2 VERIFIED
// Every read-modify-write of the __atomic and __sync builtins, in all sizes.
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#define ALL(T)                                                                 \
    do {                                                                       \
        static T x;                                                            \
        T expected;                                                            \
        __atomic_store_n(&x, 12, __ATOMIC_RELEASE);                            \
        assert(__atomic_load_n(&x, __ATOMIC_ACQUIRE) == 12);                   \
        assert(__atomic_fetch_add(&x, 3, __ATOMIC_SEQ_CST) == 12);             \
        assert(__atomic_sub_fetch(&x, 5, __ATOMIC_SEQ_CST) == 10);             \
        assert(__atomic_fetch_or(&x, 5, __ATOMIC_RELAXED) == 10);              \
        assert(__atomic_and_fetch(&x, 9, __ATOMIC_SEQ_CST) == 9);              \
        assert(__atomic_fetch_xor(&x, 1, __ATOMIC_SEQ_CST) == 9);              \
        assert(__atomic_nand_fetch(&x, 12, __ATOMIC_SEQ_CST) == (T) ~(T)8);    \
        assert(__atomic_exchange_n(&x, 7, __ATOMIC_ACQ_REL) == (T) ~(T)8);     \
        expected = 6;                                                          \
        assert(!__atomic_compare_exchange_n(&x, &expected, 1, false,           \
                                            __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)); \
        assert(expected == 7);                                                 \
        assert(__atomic_compare_exchange_n(&x, &expected, 1, false,            \
                                           __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)); \
        assert(__sync_fetch_and_add(&x, 1) == 1);                              \
        assert(__sync_sub_and_fetch(&x, 1) == 1);                              \
        assert(__sync_fetch_and_nand(&x, 1) == 1);                             \
        assert(__sync_or_and_fetch(&x, 1) == (T) ~(T)0);                       \
        assert(__sync_val_compare_and_swap(&x, (T) ~(T)0, 4) == (T) ~(T)0);    \
        assert(__sync_bool_compare_and_swap(&x, 4, 5));                        \
        assert(!__sync_bool_compare_and_swap(&x, 4, 6));                       \
        assert(__sync_lock_test_and_set(&x, 1) == 5);                          \
        __sync_lock_release(&x);                                               \
        assert(x == 0);                                                        \
    } while (0)

int main(void)
{
    ALL(int8_t);
    ALL(uint8_t);
    ALL(int16_t);
    ALL(uint16_t);
    ALL(int32_t);
    ALL(uint32_t);
    ALL(int64_t);
    ALL(uint64_t);
    static int target, *p;
    __atomic_store_n(&p, &target, __ATOMIC_SEQ_CST);
    assert(__sync_bool_compare_and_swap(&p, &target, (int *)0));
    static bool flag;
    assert(!__atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    assert(__atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    __atomic_clear(&flag, __ATOMIC_SEQ_CST);
    __sync_synchronize();
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return 0;
}

/* What `heddle cc` links in the place of the thread sanitizer's run time: the functions that the
 * compiler's instrumentation calls.  Under `heddle native` they report to the preloaded library;
 * otherwise an atomic access is done as it is and the others are not seen. */
#define _GNU_SOURCE
#include "native/cc/frame.h"
#include "native/cc/wide.h"
#include "native/cc/wraps.h"

#include <dlfcn.h>

static const access_hooks *to;
const access_hooks *wraps_to;
static bool told_rough;

void __tsan_init(void);
void __tsan_init(void)
{
    accesses_function *f = to ? NULL : (accesses_function *)dlsym(RTLD_DEFAULT, ACCESSES_NAME);

    if (f)
        wraps_to = to = f();
}

static uint64_t value_at(const volatile void *at, size_t size)
{
    switch (size) {
    case 1:
        return *(const volatile uint8_t *)at;
    case 2:
        return *(const volatile uint16_t *)at;
    case 4:
        return *(const volatile uint32_t *)at;
    case 8:
        return *(const volatile uint64_t *)at;
    default:
        return 0;
    }
}

/* An access that the program does itself, right after. */
static void announce(access_step *s, const access_frame *f)
{
    uint64_t now;

    s->wide = s->size > 8 || s->kind == ACCESS_WRITES;
    to->begin(s, f);
    now = value_at(s->at, s->size);
    to->end(s, f->caller, now, now);
}

#define PLAIN(name, bytes, does)                                                    \
    void name(void *at);                                                            \
    void name(void *at)                                                             \
    {                                                                               \
        if (to && to->plain(at, bytes, (does) == ACCESS_WRITES, CALLER)) {          \
            access_step s = {.at = at, .size = bytes, .kind = does, .plain = true}; \
            FRAME(f);                                                               \
            announce(&s, &f);                                                       \
        }                                                                           \
    }

#define VOLATILE(name, bytes, does)                              \
    void name(void *at);                                         \
    void name(void *at)                                          \
    {                                                            \
        access_step s = {.at = at, .size = bytes, .kind = does}; \
        FRAME(f);                                                \
        if (to)                                                  \
            announce(&s, &f);                                    \
    }

#define SIZED(bytes)                                                          \
    PLAIN(__tsan_read##bytes, bytes, ACCESS_READS)                            \
    PLAIN(__tsan_write##bytes, bytes, ACCESS_WRITES)                          \
    PLAIN(__tsan_unaligned_read##bytes, bytes, ACCESS_READS)                  \
    PLAIN(__tsan_unaligned_write##bytes, bytes, ACCESS_WRITES)                \
    VOLATILE(__tsan_volatile_read##bytes, bytes, ACCESS_READS)                \
    VOLATILE(__tsan_volatile_write##bytes, bytes, ACCESS_WRITES)              \
    VOLATILE(__tsan_unaligned_volatile_read##bytes, bytes, ACCESS_READS)      \
    VOLATILE(__tsan_unaligned_volatile_write##bytes, bytes, ACCESS_WRITES)    \
    /* Read, then written: the write alone is a race wherever the read is. */ \
    PLAIN(__tsan_read_write##bytes, bytes, ACCESS_WRITES)                     \
    PLAIN(__tsan_unaligned_read_write##bytes, bytes, ACCESS_WRITES)

SIZED(1)
SIZED(2)
SIZED(4)
SIZED(8)
SIZED(16)

#define RANGE(name, does)                                                          \
    void name(void *at, size_t size);                                              \
    void name(void *at, size_t size)                                               \
    {                                                                              \
        if (to && to->plain(at, size, (does) == ACCESS_WRITES, CALLER)) {          \
            access_step s = {.at = at, .size = size, .kind = does, .plain = true}; \
            FRAME(f);                                                              \
            announce(&s, &f);                                                      \
        }                                                                          \
    }

RANGE(__tsan_read_range, ACCESS_READS)
RANGE(__tsan_write_range, ACCESS_WRITES)

/* What heddle's own pass of clang (pass.cc) calls: volatile accesses of any size, and lanes of a
 * vector, those whose bit is set. */

#define VOLATILE_RANGE(name, does)                              \
    void name(void *at, size_t size);                           \
    void name(void *at, size_t size)                            \
    {                                                           \
        access_step s = {.at = at, .size = size, .kind = does}; \
        FRAME(f);                                               \
        if (to)                                                 \
            announce(&s, &f);                                   \
    }

VOLATILE_RANGE(__heddle_volatile_read_range, ACCESS_READS)
VOLATILE_RANGE(__heddle_volatile_write_range, ACCESS_WRITES)

#define LANES(name, does)                                                              \
    void name(char *at, size_t size, uint64_t mask);                                   \
    void name(char *at, size_t size, uint64_t mask)                                    \
    {                                                                                  \
        FRAME(f);                                                                      \
        for (; to && mask; mask >>= 1, at += size)                                     \
            if (mask & 1 && to->plain(at, size, (does) == ACCESS_WRITES, f.caller)) {  \
                access_step s = {.at = at, .size = size, .kind = does, .plain = true}; \
                announce(&s, &f);                                                      \
            }                                                                          \
    }

LANES(__heddle_read_lanes, ACCESS_READS)
LANES(__heddle_write_lanes, ACCESS_WRITES)

/* A virtual table's pointer: written only where it changes. */
void __tsan_vptr_update(void **at, void *value);
void __tsan_vptr_update(void **at, void *value)
{
    if (to && *at != value)
        to->plain(at, sizeof *at, true, CALLER);
}

void __tsan_vptr_read(void **at);
void __tsan_vptr_read(void **at)
{
    if (to)
        to->plain(at, sizeof *at, false, CALLER);
}

/* heddle cc tells clang not to call these; gcc, which does, says so by it. */
void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *caller)
{
    (void)caller;
    if (to && !told_rough) {
        told_rough = true;
        to->rough();
    }
}

void __tsan_func_exit(void);
void __tsan_func_exit(void)
{
}

void __tsan_ignore_thread_begin(void);
void __tsan_ignore_thread_begin(void)
{
}

void __tsan_ignore_thread_end(void);
void __tsan_ignore_thread_end(void)
{
}

/* Atomics. */

#define LOAD(at)         __atomic_load_n(at, __ATOMIC_SEQ_CST)
#define STORE(at, value) __atomic_store_n(at, value, __ATOMIC_SEQ_CST)
#define SWAP(at, old, value) \
    __atomic_compare_exchange_n(at, old, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)

#define STEP(does, o)    \
    {.at = at,           \
     .size = sizeof *at, \
     .kind = does,       \
     .atomic = true,     \
     .order = ORDER(o),  \
     .wide = sizeof *at > 8}

#define LOADS(bits, type, load)                                      \
    type __tsan_atomic##bits##_load(const volatile type *at, int o); \
    type __tsan_atomic##bits##_load(const volatile type *at, int o)  \
    {                                                                \
        access_step s = STEP(ACCESS_READS, o);                       \
        FRAME(f);                                                    \
        type value;                                                  \
        if (to)                                                      \
            to->begin(&s, &f);                                       \
        value = load(at);                                            \
        if (to)                                                      \
            to->end(&s, f.caller, (uint64_t)value, (uint64_t)value); \
        return value;                                                \
    }

#define STORES(bits, type, load, store)                                     \
    void __tsan_atomic##bits##_store(volatile type *at, type value, int o); \
    void __tsan_atomic##bits##_store(volatile type *at, type value, int o)  \
    {                                                                       \
        access_step s = STEP(ACCESS_WRITES, o);                             \
        FRAME(f);                                                           \
        type old = 0;                                                       \
        if (to) {                                                           \
            to->begin(&s, &f);                                              \
            old = load(at);                                                 \
        }                                                                   \
        store(at, value);                                                   \
        if (to)                                                             \
            to->end(&s, f.caller, (uint64_t)old, (uint64_t)value);          \
    }

#define UPDATES(bits, type, load, swap, name, result)                          \
    type __tsan_atomic##bits##_##name(volatile type *at, type operand, int o); \
    type __tsan_atomic##bits##_##name(volatile type *at, type operand, int o)  \
    {                                                                          \
        access_step s = STEP(ACCESS_UPDATES, o);                               \
        FRAME(f);                                                              \
        type old;                                                              \
        if (to)                                                                \
            to->begin(&s, &f);                                                 \
        old = load(at);                                                        \
        while (!swap(at, &old, (type)(result)))                                \
            continue;                                                          \
        if (to)                                                                \
            to->end(&s, f.caller, (uint64_t)old, (uint64_t)(type)(result));    \
        return old;                                                            \
    }

/* What is expected is read, and written when something else is found. */
#define COMPARES(bits, type, swap)                                                                \
    static bool compare##bits(volatile type *at, type *expected, type value, int o, int failure,  \
                              const access_frame *f)                                              \
    {                                                                                             \
        access_step s = STEP(ACCESS_COMPARES, o);                                                 \
        type old = *expected;                                                                     \
        bool done;                                                                                \
        s.expected = (uint64_t)old;                                                               \
        if (to)                                                                                   \
            to->begin(&s, f);                                                                     \
        done = swap(at, &old, value);                                                             \
        s.kind = done ? ACCESS_UPDATES : ACCESS_READS;                                            \
        s.order = ORDER(done ? o : failure);                                                      \
        if (to)                                                                                   \
            to->end(&s, f->caller, (uint64_t)old, (uint64_t)(done ? value : old));                \
        if (!done)                                                                                \
            *expected = old;                                                                      \
        return done;                                                                              \
    }                                                                                             \
    COMPARE(bits, type, strong)                                                                   \
    COMPARE(bits, type, weak)                                                                     \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *at, type expected, type value, \
                                                    int o, int failure);                          \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *at, type expected, type value, \
                                                    int o, int failure)                           \
    {                                                                                             \
        FRAME(f);                                                                                 \
        compare##bits(at, &expected, value, o, failure, &f);                                      \
        return expected;                                                                          \
    }

#define COMPARE(bits, type, how)                                                        \
    int __tsan_atomic##bits##_compare_exchange_##how(volatile type *at, type *expected, \
                                                     type value, int o, int failure);   \
    int __tsan_atomic##bits##_compare_exchange_##how(volatile type *at, type *expected, \
                                                     type value, int o, int failure)    \
    {                                                                                   \
        FRAME(f);                                                                       \
        int done;                                                                       \
        if (to)                                                                         \
            to->plain(expected, sizeof *expected, false, f.caller);                     \
        done = compare##bits(at, expected, value, o, failure, &f);                      \
        if (to && !done)                                                                \
            to->plain(expected, sizeof *expected, true, f.caller);                      \
        return done;                                                                    \
    }

#define ATOMICS(bits, type, load, store, swap)                    \
    LOADS(bits, type, load)                                       \
    STORES(bits, type, load, store)                               \
    UPDATES(bits, type, load, swap, exchange, operand)            \
    UPDATES(bits, type, load, swap, fetch_add, old + operand)     \
    UPDATES(bits, type, load, swap, fetch_sub, old - operand)     \
    UPDATES(bits, type, load, swap, fetch_and, old &operand)      \
    UPDATES(bits, type, load, swap, fetch_or, old | operand)      \
    UPDATES(bits, type, load, swap, fetch_xor, old ^ operand)     \
    UPDATES(bits, type, load, swap, fetch_nand, ~(old & operand)) \
    COMPARES(bits, type, swap)

ATOMICS(8, uint8_t, LOAD, STORE, SWAP)
ATOMICS(16, uint16_t, LOAD, STORE, SWAP)
ATOMICS(32, uint32_t, LOAD, STORE, SWAP)
ATOMICS(64, uint64_t, LOAD, STORE, SWAP)
ATOMICS(128, u128, wide_load, wide_store, wide_swap)

/* Where a compiler calls libatomic instead, as clang does for long double, the linker has these
 * calls end in the same functions (--wrap). */
#define FROM_LIBRARY(bytes, bits, name, ours)                                        \
    extern __typeof__(__tsan_atomic##bits##_##ours) __wrap___atomic_##name##_##bytes \
        __attribute__((alias("__tsan_atomic" #bits "_" #ours), visibility("default")));
#define SIZES_FROM_LIBRARY(name, ours) \
    FROM_LIBRARY(1, 8, name, ours)     \
    FROM_LIBRARY(2, 16, name, ours)    \
    FROM_LIBRARY(4, 32, name, ours)    \
    FROM_LIBRARY(8, 64, name, ours)    \
    FROM_LIBRARY(16, 128, name, ours)

SIZES_FROM_LIBRARY(load, load)
SIZES_FROM_LIBRARY(store, store)
SIZES_FROM_LIBRARY(exchange, exchange)
SIZES_FROM_LIBRARY(compare_exchange, compare_exchange_strong)
SIZES_FROM_LIBRARY(fetch_add, fetch_add)
SIZES_FROM_LIBRARY(fetch_sub, fetch_sub)
SIZES_FROM_LIBRARY(fetch_and, fetch_and)
SIZES_FROM_LIBRARY(fetch_or, fetch_or)
SIZES_FROM_LIBRARY(fetch_xor, fetch_xor)
SIZES_FROM_LIBRARY(fetch_nand, fetch_nand)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (to)
        to->fence(ORDER(order));
}

void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order)
{
    (void)order;
    __asm__ volatile("" ::: "memory");
}

void __heddle_parked(int sleeps);
void __heddle_parked(int sleeps)
{
    if (to)
        to->parked(sleeps, CALLER);
}

/* Blocks of memory: clang calls these, and the linker has the calls of gcc end here (--wrap). */

void *__real_memcpy(void *restrict to, const void *restrict from, size_t size);
void *__real_memmove(void *to, const void *from, size_t size);
void *__real_memset(void *to, int byte, size_t size);

#define BLOCKS(memcpy_name, memmove_name, memset_name)                                         \
    void *memcpy_name(void *restrict target, const void *restrict from, size_t size);          \
    void *memcpy_name(void *restrict target, const void *restrict from, size_t size)           \
    {                                                                                          \
        return to ? to->copy(target, from, size, CALLER) : __real_memcpy(target, from, size);  \
    }                                                                                          \
    void *memmove_name(void *target, const void *from, size_t size);                           \
    void *memmove_name(void *target, const void *from, size_t size)                            \
    {                                                                                          \
        return to ? to->copy(target, from, size, CALLER) : __real_memmove(target, from, size); \
    }                                                                                          \
    void *memset_name(void *target, int byte, size_t size);                                    \
    void *memset_name(void *target, int byte, size_t size)                                     \
    {                                                                                          \
        return to ? to->fill(target, byte, size, CALLER) : __real_memset(target, byte, size);  \
    }

BLOCKS(__tsan_memcpy, __tsan_memmove, __tsan_memset)
BLOCKS(__wrap_memcpy, __wrap_memmove, __wrap_memset)

/* Static variables of C++ functions. */

int __real___cxa_guard_acquire(void *guard) __attribute__((weak));
void __real___cxa_guard_release(void *guard) __attribute__((weak));
int __wrap___cxa_guard_acquire(void *guard);
void __wrap___cxa_guard_release(void *guard);

int __wrap___cxa_guard_acquire(void *guard)
{
    int first = __real___cxa_guard_acquire(guard);

    if (to && !first)
        to->guard(guard, false);
    return first;
}

void __wrap___cxa_guard_release(void *guard)
{
    if (to)
        to->guard(guard, true);
    __real___cxa_guard_release(guard);
}

/* libatomic's functions for objects of any size, which compilers call where they have no
 * instruction, as clang does for long double: the linker has the calls end here (--wrap).  What
 * fits an instruction is one step; for the rest libatomic takes a lock, whose operations are steps.
 */
#include "native/cc/frame.h"
#include "native/cc/wide.h"
#include "native/cc/wraps.h"

#define MOST 16u

void *__real_memcpy(void *restrict to, const void *restrict from, size_t size);

static bool fits(size_t size, const volatile void *at)
{
    return size && size <= MOST && !(size & (size - 1)) && !((uint64_t)at & (size - 1));
}

#define SWAP(type, at, old, value)                                                            \
    {                                                                                         \
        type found = (type) * (old);                                                          \
        bool same = __atomic_compare_exchange_n((volatile type *)(at), &found, (type)(value), \
                                                false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);   \
        *(old) = found;                                                                       \
        return same;                                                                          \
    }

static bool swap(volatile void *at, size_t size, u128 *old, u128 value)
{
    switch (size) {
    case 1:
        SWAP(uint8_t, at, old, value)
    case 2:
        SWAP(uint16_t, at, old, value)
    case 4:
        SWAP(uint32_t, at, old, value)
    case 8:
        SWAP(uint64_t, at, old, value)
    default:
        return wide_swap(at, old, value);
    }
}

/* As it is after a compare-exchange of 0 with 0. */
static u128 load(volatile void *at, size_t size)
{
    u128 value = 0;

    swap(at, size, &value, 0);
    return value;
}

static u128 value_of(const void *at, size_t size)
{
    u128 value = 0;

    __real_memcpy(&value, at, size);
    return value;
}

static void plain(const void *at, size_t size, bool writes, uint64_t caller)
{
    if (wraps_to)
        wraps_to->touch(at, size, writes, caller);
}

static void begin(const access_step *s, const access_frame *f)
{
    if (wraps_to)
        wraps_to->begin(s, f);
}

static void end(const access_step *s, const access_frame *f, u128 old, u128 value)
{
    if (wraps_to)
        wraps_to->end(s, f->caller, (uint64_t)old, (uint64_t)value);
}

#define STEP(does, o) \
    {.at = at, .size = size, .kind = does, .atomic = true, .order = ORDER(o), .wide = size > 8}

void __real___atomic_load(size_t size, void *at, void *result, int order) __attribute__((weak));
void __wrap___atomic_load(size_t size, void *at, void *result, int order);
void __wrap___atomic_load(size_t size, void *at, void *result, int order)
{
    access_step s = STEP(ACCESS_READS, order);
    FRAME(f);
    u128 value;

    if (!fits(size, at)) {
        __real___atomic_load(size, at, result, order);
        return;
    }
    begin(&s, &f);
    value = load(at, size);
    end(&s, &f, value, value);
    plain(result, size, true, f.caller);
    __real_memcpy(result, &value, size);
}

static u128 replace(access_step *s, const access_frame *f, u128 value)
{
    volatile void *at = (volatile void *)s->at;
    u128 old;

    begin(s, f);
    old = load(at, s->size);
    while (!swap(at, s->size, &old, value))
        continue;
    end(s, f, old, value);
    return old;
}

void __real___atomic_store(size_t size, void *at, void *from, int order) __attribute__((weak));
void __wrap___atomic_store(size_t size, void *at, void *from, int order);
void __wrap___atomic_store(size_t size, void *at, void *from, int order)
{
    access_step s = STEP(ACCESS_WRITES, order);
    FRAME(f);

    if (!fits(size, at)) {
        __real___atomic_store(size, at, from, order);
        return;
    }
    plain(from, size, false, f.caller);
    replace(&s, &f, value_of(from, size));
}

void __real___atomic_exchange(size_t size, void *at, void *from, void *result, int order)
    __attribute__((weak));
void __wrap___atomic_exchange(size_t size, void *at, void *from, void *result, int order);
void __wrap___atomic_exchange(size_t size, void *at, void *from, void *result, int order)
{
    access_step s = STEP(ACCESS_UPDATES, order);
    FRAME(f);
    u128 old;

    if (!fits(size, at)) {
        __real___atomic_exchange(size, at, from, result, order);
        return;
    }
    plain(from, size, false, f.caller);
    old = replace(&s, &f, value_of(from, size));
    plain(result, size, true, f.caller);
    __real_memcpy(result, &old, size);
}

bool __real___atomic_compare_exchange(size_t size, void *at, void *expected, void *from, int order,
                                      int failure) __attribute__((weak));
bool __wrap___atomic_compare_exchange(size_t size, void *at, void *expected, void *from, int order,
                                      int failure);
bool __wrap___atomic_compare_exchange(size_t size, void *at, void *expected, void *from, int order,
                                      int failure)
{
    access_step s = STEP(ACCESS_COMPARES, order);
    FRAME(f);
    u128 old, value;
    bool done;

    if (!fits(size, at))
        return __real___atomic_compare_exchange(size, at, expected, from, order, failure);
    plain(expected, size, false, f.caller);
    plain(from, size, false, f.caller);
    old = value_of(expected, size);
    value = value_of(from, size);
    s.expected = (uint64_t)old;
    begin(&s, &f);
    done = swap(at, size, &old, value);
    s.kind = done ? ACCESS_UPDATES : ACCESS_READS;
    s.order = ORDER(done ? order : failure);
    end(&s, &f, old, done ? value : old);
    if (!done) {
        plain(expected, size, true, f.caller);
        __real_memcpy(expected, &old, size);
    }
    return done;
}

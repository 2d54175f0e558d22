/* Calls that the compiler makes for atomics which it does not inline: the generic ones for objects
 * of any size, the sized ones, and flags.  Each is one operation on the object; memory orders
 * change nothing under sequential consistency, but tell what data races are. */
#include "heddle_runtime.h"

#include <stdbool.h>
#include <stdint.h>

#define GENERIC(name) generic_##name
/* The names are builtins of the compiler, so they are given as labels. */
void GENERIC(load)(size_t size, void *object, void *out, int order) __asm__("__atomic_load");
void GENERIC(store)(size_t size, void *object, void *value, int order) __asm__("__atomic_store");
void GENERIC(exchange)(size_t size, void *object, void *value, void *out,
                       int order) __asm__("__atomic_exchange");
bool GENERIC(compare_exchange)(size_t size, void *object, void *expected, void *desired,
                               int success, int failure) __asm__("__atomic_compare_exchange");
bool GENERIC(is_lock_free)(size_t size, const void *object) __asm__("__atomic_is_lock_free");

/* What the object is compared with or replaced by lies in memory that others may reach as well, and
 * is read before the operation and written after it. */
static void *copy_of(const void *from, size_t size)
{
    void *copy = __heddle_alloc(size, 16, 2 * HEAP_OWN);
    __builtin_memcpy(copy, from, size);
    return copy;
}

static void hand_out(void *out, void *copy, size_t size)
{
    __builtin_memcpy(out, copy, size);
    __heddle_free(copy, HEAP_OWN);
}

/* The access itself, for data races. */
static void loads(const volatile void *object, size_t size, int order)
{
    __heddle_orders(object, size, ORDERS_LOAD | order << 8);
}

static void updates(const volatile void *object, size_t size, int order)
{
    __heddle_orders(object, size, ORDERS_UPDATE | order << 8);
}

static void compares(const volatile void *object, size_t size, bool equal, int success, int failure)
{
    if (equal)
        updates(object, size, success);
    else
        loads(object, size, failure);
}

void GENERIC(load)(size_t size, void *object, void *out, int order)
{
    __heddle_visible(EV_READ, object, size);
    loads(object, size, order);
    void *found = copy_of(object, size);
    __heddle_op_end();
    hand_out(out, found, size);
}

void GENERIC(store)(size_t size, void *object, void *value, int order)
{
    void *new = copy_of(value, size);
    __heddle_visible(EV_WRITE, object, size);
    __builtin_memcpy(object, new, size);
    __heddle_orders(object, size, ORDERS_STORE | order << 8);
    __heddle_op_end();
    __heddle_free(new, HEAP_OWN);
}

void GENERIC(exchange)(size_t size, void *object, void *value, void *out, int order)
{
    void *new = copy_of(value, size);
    __heddle_visible(EV_UPDATE, object, size);
    void *old = copy_of(object, size);
    __builtin_memcpy(object, new, size);
    updates(object, size, order);
    __heddle_op_end();
    __heddle_free(new, HEAP_OWN);
    hand_out(out, old, size);
}

static bool same(const unsigned char *a, const unsigned char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

bool GENERIC(compare_exchange)(size_t size, void *object, void *expected, void *desired,
                               int success, int failure)
{
    void *wanted = copy_of(expected, size), *new = copy_of(desired, size);
    __heddle_visible(EV_UPDATE, object, size);
    bool equal = same(object, wanted, size);
    __builtin_memcpy(equal ? object : wanted, equal ? new : object, size);
    compares(object, size, equal, success, failure);
    __heddle_op_end();
    __heddle_free(new, HEAP_OWN);
    if (equal)
        __heddle_free(wanted, HEAP_OWN);
    else
        hand_out(expected, wanted, size);
    return equal;
}

bool GENERIC(is_lock_free)(size_t size, const void *object)
{
    (void)object;
    return size <= 8 && !(size & (size - 1));
}

/* Sized calls. */
#define LOADS(n, type)                                                                          \
    type load_##n(const volatile void *object, int order) __asm__("__atomic_load_" #n);         \
    type load_##n(const volatile void *object, int order)                                       \
    {                                                                                           \
        __heddle_visible(EV_READ, object, n);                                                   \
        loads(object, n, order);                                                                \
        type value = *(const volatile type *)object;                                            \
        __heddle_op_end();                                                                      \
        return value;                                                                           \
    }                                                                                           \
    void store_##n(volatile void *object, type value, int order) __asm__("__atomic_store_" #n); \
    void store_##n(volatile void *object, type value, int order)                                \
    {                                                                                           \
        __heddle_visible(EV_WRITE, object, n);                                                  \
        *(volatile type *)object = value;                                                       \
        __heddle_orders(object, n, ORDERS_STORE | order << 8);                                  \
        __heddle_op_end();                                                                      \
    }                                                                                           \
    bool compare_exchange_##n(volatile void *object, void *expected, type desired, int success, \
                              int failure) __asm__("__atomic_compare_exchange_" #n);            \
    bool compare_exchange_##n(volatile void *object, void *expected, type desired, int success, \
                              int failure)                                                      \
    {                                                                                           \
        type wanted = *(type *)expected;                                                        \
        __heddle_visible(EV_UPDATE, object, n);                                                 \
        type old = *(volatile type *)object;                                                    \
        bool equal = old == wanted;                                                             \
        if (equal)                                                                              \
            *(volatile type *)object = desired;                                                 \
        compares(object, n, equal, success, failure);                                           \
        __heddle_op_end();                                                                      \
        if (!equal)                                                                             \
            *(type *)expected = old;                                                            \
        return equal;                                                                           \
    }

/* What is stored, and what is returned. */
#define UPDATE(name, n, type, stored, returned)                    \
    type name##_##n(volatile void *object, type value,             \
                    int order) __asm__("__atomic_" #name "_" #n);  \
    type name##_##n(volatile void *object, type value, int order)  \
    {                                                              \
        __heddle_visible(EV_UPDATE, object, n);                    \
        type old = *(volatile type *)object, new = (type)(stored); \
        *(volatile type *)object = new;                            \
        updates(object, n, order);                                 \
        __heddle_op_end();                                         \
        (void)new;                                                 \
        return returned;                                           \
    }
#define UPDATES(n, type)                             \
    LOADS(n, type)                                   \
    UPDATE(exchange, n, type, value, old)            \
    UPDATE(fetch_add, n, type, old + value, old)     \
    UPDATE(fetch_sub, n, type, old - value, old)     \
    UPDATE(fetch_and, n, type, old &value, old)      \
    UPDATE(fetch_or, n, type, old | value, old)      \
    UPDATE(fetch_xor, n, type, old ^ value, old)     \
    UPDATE(fetch_nand, n, type, ~(old & value), old) \
    UPDATE(add_fetch, n, type, old + value, new)     \
    UPDATE(sub_fetch, n, type, old - value, new)     \
    UPDATE(and_fetch, n, type, old &value, new)      \
    UPDATE(or_fetch, n, type, old | value, new)      \
    UPDATE(xor_fetch, n, type, old ^ value, new)     \
    UPDATE(nand_fetch, n, type, ~(old & value), new)
UPDATES(1, uint8_t)
UPDATES(2, uint16_t)
UPDATES(4, uint32_t)
UPDATES(8, uint64_t)
#ifdef __SIZEOF_INT128__
UPDATES(16, unsigned __int128)
#endif

/* The functions of <stdatomic.h> that macros usually stand in for. */
void atomic_thread_fence_call(int order) __asm__("atomic_thread_fence");
void atomic_thread_fence_call(int order)
{
    __atomic_thread_fence(order);
}

void atomic_signal_fence_call(int order) __asm__("atomic_signal_fence");
void atomic_signal_fence_call(int order)
{
    (void)order;
}

void synchronize_call(void) __asm__("__sync_synchronize");
void synchronize_call(void)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

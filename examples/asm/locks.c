// Three locks, for `gcc -O2 -S` and `clang -O2 -S`: examples/asm/*.s are what they made of it.
#include <stdatomic.h>
#include <stddef.h>

typedef struct ticket {
    atomic_uint next, serving;
} ticket;

void spin_lock(atomic_int *lock)
{
    while (atomic_exchange(lock, 1))
        while (atomic_load_explicit(lock, memory_order_relaxed))
            __builtin_ia32_pause();
}

void spin_unlock(atomic_int *lock)
{
    atomic_store_explicit(lock, 0, memory_order_release);
}

void ticket_lock(ticket *t)
{
    unsigned mine = atomic_fetch_add(&t->next, 1);

    while (atomic_load_explicit(&t->serving, memory_order_acquire) != mine)
        __builtin_ia32_pause();
}

void ticket_unlock(ticket *t)
{
    unsigned now = atomic_load_explicit(&t->serving, memory_order_relaxed);

    atomic_store_explicit(&t->serving, now + 1, memory_order_release);
}

typedef struct mcs {
    struct mcs *_Atomic next;
    atomic_long waits;
} mcs;

void mcs_lock(mcs *_Atomic *tail, mcs *me)
{
    mcs *before;

    atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
    before = atomic_exchange(tail, me);
    if (!before)
        return;
    atomic_store_explicit(&me->waits, 1, memory_order_relaxed);
    atomic_store_explicit(&before->next, me, memory_order_release);
    while (atomic_load_explicit(&me->waits, memory_order_acquire))
        __builtin_ia32_pause();
}

void mcs_unlock(mcs *_Atomic *tail, mcs *me)
{
    mcs *after = atomic_load_explicit(&me->next, memory_order_acquire), *expected = me;

    if (!after) {
        if (atomic_compare_exchange_strong(tail, &expected, NULL))
            return;
        while (!(after = atomic_load_explicit(&me->next, memory_order_acquire)))
            __builtin_ia32_pause();
    }
    atomic_store_explicit(&after->waits, 0, memory_order_release);
}

// restores: 19: store: relaxed -> release
// A deque of work: its owner pushes and pops at the bottom, another thread steals at the top (Chase and Lev;
// the orders are those of Le, Pop, Cohen and Zappa Nardelli).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif
enum { SIZE = 2 };
static atomic_int top, bottom, items[SIZE];
static atomic_int taken[3];

static void push(int item)
{
    int b = atomic_load_explicit(&bottom, memory_order_relaxed);
    atomic_store_explicit(&items[b % SIZE], item, memory_order_relaxed);
    atomic_store_explicit(&bottom, b + 1, PUBLISH);
}

static int pop(void)
{
    int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1, item = 0;
    atomic_store_explicit(&bottom, b, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    int t = atomic_load_explicit(&top, memory_order_relaxed);
    if (t <= b) {
        item = atomic_load_explicit(&items[b % SIZE], memory_order_relaxed);
        if (t == b) {
            if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst,
                                                         memory_order_relaxed))
                item = 0;
            atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
        }
    } else {
        atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    }
    return item;
}

static void *steal(void *arg)
{
    int t = atomic_load_explicit(&top, memory_order_acquire);
    atomic_thread_fence(memory_order_seq_cst);
    int b = atomic_load_explicit(&bottom, memory_order_acquire);
    if (t < b) {
        int item = atomic_load_explicit(&items[t % SIZE], memory_order_relaxed);
        if (atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst,
                                                    memory_order_relaxed))
            assert(item && !atomic_fetch_add_explicit(&taken[item], 1, memory_order_relaxed));
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    int item;
    pthread_create(&t, NULL, steal, NULL);
    push(1);
    push(2);
    if ((item = pop()))
        assert(!atomic_fetch_add_explicit(&taken[item], 1, memory_order_relaxed));
    if ((item = pop()))
        assert(!atomic_fetch_add_explicit(&taken[item], 1, memory_order_relaxed));
    pthread_join(t, NULL);
    return 0;
}

// One thief that comes once does not need all of it:
// spare: 26: fence: seq_cst -> none
// spare: 31: read-modify-write: seq_cst -> release
// spare: 44: load: acquire -> relaxed
// spare: 45: fence: seq_cst -> acquire
// spare: 49: read-modify-write: seq_cst -> relaxed

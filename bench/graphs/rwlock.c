/* A read-write lock as Linux had it: one counter, from which a reader takes 1 and a writer all. Who finds too little gives
 * back what it took, and waits. READERS read, WRITERS write once each. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef READERS
#define READERS 1
#endif
#ifndef WRITERS
#define WRITERS 2
#endif
#define ALL 0x100000

static atomic_int left = ALL;
static int x, y;

static void take(int n, int enough)
{
    int had = atomic_fetch_sub_explicit(&left, n, memory_order_acquire);

    while (had < enough) {
        atomic_fetch_add_explicit(&left, n, memory_order_relaxed);
        while (atomic_load_explicit(&left, memory_order_relaxed) < enough)
            ;
        had = atomic_fetch_sub_explicit(&left, n, memory_order_acquire);
    }
}

static void give(int n)
{
    atomic_fetch_add_explicit(&left, n, memory_order_release);
}

static void *reader(void *arg)
{
    take(1, 1);
    assert(x == y);
    give(1);
    return arg;
}

static void *writer(void *arg)
{
    take(ALL, ALL);
    x = y = (int)(intptr_t)arg + 1;
    give(ALL);
    return NULL;
}

int main(void)
{
    pthread_t t[READERS + WRITERS];

    for (intptr_t i = 0; i < READERS + WRITERS; i++)
        pthread_create(&t[i], NULL, i < READERS ? reader : writer, (void *)i);
    for (int i = 0; i < READERS + WRITERS; i++)
        pthread_join(t[i], NULL);
    return 0;
}

// verdict: FAILED data-race
// flags: --races error --allow-deadlock --allow-hang
// What is said of a race in a local variable does not depend on registers that are dead.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define R(value) (out = out * 31 + (unsigned)(value))

struct node {
    int value;
    struct node *next;
};
static int x1;
static atomic_int sent;
static int message;
static _Atomic(struct node *) box;
static pthread_spinlock_t spin;
static unsigned result0;
static unsigned result1;
static unsigned result2;
static unsigned result6;
static pthread_t thread[6];
static unsigned final[8];

static void *child14(void *arg)
{
    unsigned out = 1;
    *(int *)arg = *(int *)arg + 2;
    if (2 == 1 && !atomic_load_explicit(&sent, memory_order_relaxed)) {
        message = 0;
        atomic_store_explicit(&sent, 1, memory_order_release);
    } else if (atomic_load_explicit(&sent, memory_order_consume)) {
        R(message);
    }
    return (void *)(uintptr_t)(out % 1009);
}

static void *child4(void *arg)
{
    unsigned out = 1;
    *(int *)arg = *(int *)arg + 2;
    return (void *)(uintptr_t)(out % 1009);
}

static void *child2(void *arg)
{
    unsigned out = 1;
    *(int *)arg = *(int *)arg + 2;
    {
        struct node *n = NULL;
        if (n)
            n->value = 2;
        n = atomic_exchange_explicit(&box, n, memory_order_acquire);
        if (n) {
            n->value += 0;
            free(n);
        }
    }
    return (void *)(uintptr_t)(out % 1009);
}

static void *thread2(void *arg)
{
    unsigned out = 2;
    if (2 == 1 && !atomic_load_explicit(&sent, memory_order_relaxed)) {
        message = 0;
        atomic_store_explicit(&sent, 1, memory_order_release);
    } else if (atomic_load_explicit(&sent, memory_order_relaxed)) {
        atomic_thread_fence(memory_order_seq_cst);
        R(message);
    }
    pthread_spin_lock(&spin);
    x1 = 3;
    {
        struct node *n = NULL;
        if (n)
            n->value = 3;
        n = atomic_exchange_explicit(&box, n, memory_order_seq_cst);
        if (n) {
            n->value += 3;
            free(n);
        }
    }
    pthread_spin_unlock(&spin);
    {
        pthread_t child;
        int local = 2;
        void *value;
        pthread_create(&child, NULL, child14, &local);
        R(local);
        pthread_join(child, &value);
        R((uintptr_t)value);
        R(local);
    }
    result2 = out;
    return (void *)(uintptr_t)(out % 7);
}

static void *thread1(void *arg)
{
    unsigned out = 1;
    {
        struct node *n = malloc(sizeof *n);
        if (n)
            n->value = 1;
        n = atomic_exchange_explicit(&box, n, memory_order_acq_rel);
        if (n) {
            n->value += 2;
            free(n);
        }
    }
    {
        pthread_t child;
        int local = 3;
        void *value;
        pthread_create(&child, NULL, child2, &local);
        R(2);
        pthread_join(child, &value);
        R((uintptr_t)value);
        R(local);
    }
    {
        pthread_t child;
        int local = 0;
        void *value;
        pthread_create(&child, NULL, child4, &local);
        R(local);
        pthread_join(child, &value);
        R((uintptr_t)value);
        R(local);
    }
    pthread_spin_lock(&spin);
    R(x1);
    {
        struct node *n = malloc(sizeof *n);
        if (n)
            n->value = 1;
        n = atomic_exchange_explicit(&box, n, memory_order_acq_rel);
        if (n) {
            n->value += 1;
            free(n);
        }
    }
    pthread_spin_unlock(&spin);
    result1 = out;
    return (void *)(uintptr_t)(out % 7);
}

static void *finish(void *arg)
{
    unsigned out = 0;
    {
        void *value;
        pthread_join(thread[1], &value);
        R((uintptr_t)value);
    }
    {
        void *value;
        pthread_join(thread[2], &value);
        R((uintptr_t)value);
    }
    result6 = out;
    final[0] = (unsigned)(x1);
    final[1] = (unsigned)(sent);
    final[2] = (unsigned)(message);
    final[3] = (unsigned)(box ? box->value : 99);
    final[4] = (unsigned)(result0);
    final[5] = (unsigned)(result1);
    final[6] = (unsigned)(result2);
    final[7] = (unsigned)(result6);
    for (unsigned i = 0; i < sizeof final; i++)
        printf("%02x", ((unsigned char *)final)[i]);
    printf("\n");
    return NULL;
}

int main(void)
{
    unsigned out = 0;

    pthread_spin_init(&spin, 0);
    pthread_create(&thread[1], NULL, thread1, NULL);
    pthread_create(&thread[2], NULL, thread2, NULL);
    if (0 == 1 && !atomic_load_explicit(&sent, memory_order_relaxed)) {
        message = 0;
        atomic_store_explicit(&sent, 1, memory_order_release);
    } else if (atomic_load_explicit(&sent, memory_order_acquire)) {
        R(message);
    }
    result0 = out;
    {
        pthread_t last;
        pthread_create(&last, NULL, finish, NULL);
    }
    pthread_exit(NULL);
}

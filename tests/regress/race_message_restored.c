// verdict: FAILED data-race
// flags: --races error --allow-deadlock --allow-hang
// What is said of a race does not depend on which records were merged when the state was saved.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define R(value) (out = out * 31 + (unsigned)(value))

static int x0;
static atomic_int sent;
static int message;
static int made;
static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t first = PTHREAD_ONCE_INIT;
static unsigned result0;
static unsigned result1;
static pthread_t thread[6];
static void make_first(void)
{
    made = made + 1;
}
static unsigned final[6];

static void *child5(void *arg)
{
    unsigned out = 1;
    *(int *)arg = *(int *)arg + 2;
    return (void *)(uintptr_t)(out % 1009);
}

static void *child1(void *arg)
{
    unsigned out = 1;
    *(int *)arg = *(int *)arg + 2;
    if (1 == 1 && !atomic_load_explicit(&sent, memory_order_relaxed)) {
        message = 2;
        atomic_store_explicit(&sent, 1, memory_order_release);
        message = 5;
    } else if (atomic_load_explicit(&sent, memory_order_acquire)) {
        R(message);
    }
    return (void *)(uintptr_t)(out % 1009);
}

static void *thread1(void *arg)
{
    unsigned out = 1;
    {
        pthread_t child;
        int local = 0;
        void *value;
        pthread_create(&child, NULL, child1, &local);
        R(2);
        pthread_join(child, &value);
        R((uintptr_t)value);
        R(local);
    }
    if (1 == 1 && !atomic_load_explicit(&sent, memory_order_relaxed)) {
        message = 2;
        atomic_store_explicit(&sent, 1, memory_order_release);
        atomic_store_explicit(&sent, 2, memory_order_relaxed);
    } else if (atomic_load_explicit(&sent, memory_order_relaxed)) {
        R(message);
    }
    pthread_mutex_lock(&m1);
    x0 = 1;
    pthread_mutex_unlock(&m1);
    {
        pthread_t child;
        int local = 2;
        void *value;
        pthread_create(&child, NULL, child5, &local);
        R(local);
        pthread_join(child, &value);
        R((uintptr_t)value);
        R(local);
    }
    pthread_once(&first, make_first);
        R(made);
    result1 = out;
    return (void *)(uintptr_t)(out % 7);
}

int main(void)
{
    unsigned out = 0;

    pthread_create(&thread[1], NULL, thread1, NULL);
    {
        void *value;
        pthread_join(thread[1], &value);
        R((uintptr_t)value);
    }
    result0 = out;
    final[0] = (unsigned)(x0);
    final[1] = (unsigned)(sent);
    final[2] = (unsigned)(message);
    final[3] = (unsigned)(made);
    final[4] = (unsigned)(result0);
    final[5] = (unsigned)(result1);
    for (unsigned i = 0; i < sizeof final; i++)
        printf("%02x", ((unsigned char *)final)[i]);
    printf("\n");
    return 0;
}

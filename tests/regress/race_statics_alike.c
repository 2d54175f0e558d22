// verdict: FAILED data-race
// flags: --races error --allow-deadlock --allow-hang
// Two functions have a static variable of the same name: reports are read back, and the name leads to neither.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define R(value) (out = out * 31 + (unsigned)(value))

static atomic_int left;
static sem_t posted;
static unsigned result0;
static unsigned result1;
static pthread_t thread[6];
static unsigned final[3];

static void *child4(void *arg)
{
    unsigned out = 1;
    *(int *)arg = 2;
    sem_post(&posted);
    return NULL;
}

static void *child0(void *arg)
{
    unsigned out = 1;
    *(int *)arg = 2;
    atomic_store_explicit(&left, 1, memory_order_relaxed);
    return NULL;
}

static void *thread1(void *arg)
{
    unsigned out = 1;
    {
        static int given;
        pthread_t child;
        pthread_create(&child, NULL, child4, &given);
        pthread_detach(child);
        if (atomic_load_explicit(&left, memory_order_acquire))
            R(given);
    }
    result1 = out;
    return (void *)(uintptr_t)(out % 7);
}

int main(void)
{
    unsigned out = 0;

    sem_init(&posted, 0, 0);
    pthread_create(&thread[1], NULL, thread1, NULL);
    {
        static int given;
        pthread_t child;
        pthread_create(&child, NULL, child0, &given);
        pthread_detach(child);
        sem_wait(&posted);
            R(given);
    }
    {
        void *value;
        pthread_join(thread[1], &value);
        R((uintptr_t)value);
    }
    result0 = out;
    final[0] = (unsigned)(left);
    final[1] = (unsigned)(result0);
    final[2] = (unsigned)(result1);
    for (unsigned i = 0; i < sizeof final; i++)
        printf("%02x", ((unsigned char *)final)[i]);
    printf("\n");
    return 0;
}

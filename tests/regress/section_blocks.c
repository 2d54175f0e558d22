// verdict: VERIFIED
// outcomes: 12
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define R(value) (out = out * 31 + (unsigned)(value))

void __VERIFIER_assume(int holds);
static int x0;
static int x1;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static unsigned result0;
static unsigned result1;
static unsigned result3;
static unsigned result4;
static pthread_t thread[6];
static int readers, writers;
static void __VERIFIER_atomic_take_read(void)
{
    __VERIFIER_assume(writers == 0);
    readers++;
}
static void __VERIFIER_atomic_release_read(void)
{
    readers--;
}
static unsigned final[6];

static void *thread4(void *arg)
{
    unsigned out = 4;
    heddle_atomic_begin();
    if (pthread_mutex_trylock(&inner) == 0) {
        x0 = x0 + 1;
        heddle_atomic_end();
        heddle_atomic_begin();
        R(x1);
        pthread_mutex_unlock(&inner);
    }
    heddle_atomic_end();
    result4 = out;
    return (void *)(uintptr_t)(out % 7);
}

static void *thread3(void *arg)
{
    unsigned out = 3;
    x0 = 0;
    result3 = out;
    return (void *)(uintptr_t)(out % 7);
}

static void *thread1(void *arg)
{
    unsigned out = 1;
    __VERIFIER_atomic_take_read();
    R(x0);
    __VERIFIER_atomic_release_read();
    heddle_atomic_begin();
    pthread_mutex_lock(&inner);
    R(x0);
    x0 = x0 + 1;
    heddle_atomic_end();
    pthread_mutex_unlock(&inner);
    result1 = out;
    return (void *)(uintptr_t)(out % 7);
}

int main(void)
{
    unsigned out = 0;

    pthread_create(&thread[1], NULL, thread1, NULL);
    pthread_create(&thread[3], NULL, thread3, NULL);
    pthread_create(&thread[4], NULL, thread4, NULL);
    {
        void *value;
        pthread_join(thread[1], &value);
        R((uintptr_t)value);
    }
    {
        void *value;
        pthread_join(thread[3], &value);
        R((uintptr_t)value);
    }
    {
        void *value;
        pthread_join(thread[4], &value);
        R((uintptr_t)value);
    }
    result0 = out;
    final[0] = (unsigned)(x0);
    final[1] = (unsigned)(x1);
    final[2] = (unsigned)(result0);
    final[3] = (unsigned)(result1);
    final[4] = (unsigned)(result3);
    final[5] = (unsigned)(result4);
    for (unsigned i = 0; i < sizeof final; i++)
        printf("%02x", ((unsigned char *)final)[i]);
    printf("\n");
    return 0;
}

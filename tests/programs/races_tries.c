// verdict: VERIFIED
// outcomes: 10
// Tries and waits with a time-out are other steps where they are not let in: no step that is no part of a sequence covers them.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#define R(value) (out = out * 31 + (unsigned)(value))

static int x0;
static int x1;
static int array[2];
static union {
    unsigned char byte[4];
    unsigned short half[2];
    unsigned whole;
} bytes;
static const struct timespec past;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static sem_t one;
static unsigned result0;
static unsigned result1;
static unsigned result2;
static unsigned result3;
static unsigned result4;
static pthread_t thread[6];
static unsigned final[9];

static void *thread4(void *arg)
{
    unsigned out = 4;
    if (sem_timedwait(&one, &past) == 0) {
        x1 = x1 + 1;
        sem_post(&one);
    } else {
        R(66);
    }
    result4 = out;
    return (void *)(uintptr_t)(out % 7);
}

static void *thread3(void *arg)
{
    unsigned out = 3;
    pthread_rwlock_wrlock(&rw);
    pthread_rwlock_unlock(&rw);
    result3 = out;
    return (void *)(uintptr_t)(out % 7);
}

static void *thread2(void *arg)
{
    unsigned out = 2;
    if (sem_trywait(&one) == 0) {
        x0 = 1;
        sem_post(&one);
    }
    result2 = out;
    return (void *)(uintptr_t)(out % 7);
}

static void *thread1(void *arg)
{
    unsigned out = 1;
    if (pthread_rwlock_timedrdlock(&rw, &past) == 0) {
        R(bytes.whole);
        pthread_rwlock_unlock(&rw);
    }
    result1 = out;
    return (void *)(uintptr_t)(out % 7);
}

int main(void)
{
    unsigned out = 0;

    sem_init(&one, 0, 1);
    pthread_create(&thread[1], NULL, thread1, NULL);
    pthread_create(&thread[2], NULL, thread2, NULL);
    pthread_create(&thread[3], NULL, thread3, NULL);
    pthread_create(&thread[4], NULL, thread4, NULL);
    array[x0 & 1] = 2;
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
    final[2] = (unsigned)(array[0] * 16 + array[1]);
    final[3] = (unsigned)(bytes.whole);
    final[4] = (unsigned)(result0);
    final[5] = (unsigned)(result1);
    final[6] = (unsigned)(result2);
    final[7] = (unsigned)(result3);
    final[8] = (unsigned)(result4);
    for (unsigned i = 0; i < sizeof final; i++)
        printf("%02x", ((unsigned char *)final)[i]);
    printf("\n");
    return 0;
}

// verdict: VERIFIED
// outcomes: 7
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define R(value) (out = out * 31 + (unsigned)(value))

static int place[2];
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;
static unsigned result0;
static unsigned result1;
static pthread_t thread[4];
static unsigned final[3];

static void *child3(void *arg)
{
    unsigned out = 1;
    *(int *)arg = *(int *)arg + 2;
    pthread_testcancel();
    place[0] = 3;
    pthread_testcancel();
    *(int *)arg = 9;
    return (void *)(uintptr_t)(out % 1009);
}

static void *thread1(void *arg)
{
    unsigned out = 1;
    {
        pthread_t child;
        int local = 1;
        void *value;
        pthread_create(&child, NULL, child3, &local);
        R(local);
        pthread_cancel(child);
        pthread_join(child, &value);
        R(value == PTHREAD_CANCELED);
        R(local);
    }
    result1 = out;
    return (void *)(uintptr_t)(out % 7);
}

int main(void)
{
    unsigned out = 0;

    pthread_create(&thread[1], NULL, thread1, NULL);
    pthread_mutex_lock(&guard);
    ready = 1;
    pthread_cond_broadcast(&cond);
    pthread_mutex_unlock(&guard);
    {
        void *value;
        pthread_join(thread[1], &value);
        R((uintptr_t)value);
    }
    result0 = out;
    final[0] = (unsigned)(place[0] * 8 + place[1]);
    final[1] = (unsigned)(result0);
    final[2] = (unsigned)(result1);
    for (unsigned i = 0; i < sizeof final; i++)
        printf("%02x", ((unsigned char *)final)[i]);
    printf("\n");
    return 0;
}

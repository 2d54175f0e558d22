// verdict: VERIFIED
// outcomes: 2
// A wake-up sequence asks for a wait that cannot be taken where it would come: the run goes on (mutant RACES_STOP).
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#define R(value) (out = out * 31 + (unsigned)(value))

static int x0;
static int x1;
static atomic_int a0;
static int caught;
static int place[2];
static const struct timespec past;
static sem_t never;
static pthread_cond_t rung = PTHREAD_COND_INITIALIZER;
static unsigned result0;
static unsigned result1;
static pthread_t thread[6];
static unsigned final[7];

static void undo5(void *arg)
{
    caught = caught * 5 + atomic_load(&a0) + 1;
}

static void *child5(void *arg)
{
    unsigned out = 1;
    pthread_cleanup_push(undo5, arg);
    sem_timedwait(&never, &past);
    R(place[0]);
    pthread_cleanup_pop(1);
    return (void *)(uintptr_t)(out % 1009);
}

static void *child2(void *arg)
{
    unsigned out = 1;
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    pthread_testcancel();
    pthread_cond_broadcast(&rung);
    R(atomic_load(&a0));
    sem_timedwait(&never, &past);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    return (void *)(uintptr_t)(out % 1009);
}

static void undo0(void *arg)
{
    x1 = x1 + 1;
}

static void *child0(void *arg)
{
    unsigned out = 1;
    pthread_cleanup_push(undo0, arg);
    sem_wait(&never);
    pthread_cond_broadcast(&rung);
    pthread_cleanup_pop(1);
    return (void *)(uintptr_t)(out % 1009);
}

static void *thread1(void *arg)
{
    unsigned out = 1;
    {
        pthread_t child;
        void *value;
        pthread_create(&child, NULL, child2, NULL);
        R(x0);
        pthread_cancel(child);
        pthread_join(child, &value);
        R(value == PTHREAD_CANCELED);
    }
    {
        pthread_t child;
        int local = 2;
        void *value;
        pthread_create(&child, NULL, child5, &local);
        R(x0);
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

    sem_init(&never, 0, 0);
    pthread_create(&thread[1], NULL, thread1, NULL);
    {
        pthread_t child;
        int local = 1;
        void *value;
        pthread_create(&child, NULL, child0, &local);
        pthread_cancel(child);
        pthread_join(child, &value);
        R(value == PTHREAD_CANCELED);
        R(local);
    }
    {
        void *value;
        pthread_join(thread[1], &value);
        R((uintptr_t)value);
    }
    result0 = out;
    final[0] = (unsigned)(x0);
    final[1] = (unsigned)(x1);
    final[2] = (unsigned)(a0);
    final[3] = (unsigned)(caught);
    final[4] = (unsigned)(place[0] * 8 + place[1]);
    final[5] = (unsigned)(result0);
    final[6] = (unsigned)(result1);
    for (unsigned i = 0; i < sizeof final; i++)
        printf("%02x", ((unsigned char *)final)[i]);
    printf("\n");
    return 0;
}

// verdict: VERIFIED
// outcomes: 1
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <signal.h>
#include <unistd.h>

#define R(value) (out = out * 31 + (unsigned)(value))

static int x0;
static int x1;
static unsigned long number;
static unsigned result0;
static unsigned result1;
static unsigned result2;
static pthread_t thread[6];
static void on_two(int number)
{
    (void)number;
    x1 = x1 + x0 + 1;
}
static void on_three(int number)
{
    (void)number;
    x1 = x1 * 3 + 2;
}
static void mask(int how, int number)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(how, &set, NULL);
}
static unsigned final[6];

static void *child1(void *arg)
{
    unsigned out = 1;
    mask(SIG_BLOCK, SIGUSR2);
    mask(SIG_UNBLOCK, SIGUSR2);
    return (void *)(uintptr_t)(out % 1009);
}

static void *thread2(void *arg)
{
    unsigned out = 2;
    x1 = 0;
    result2 = out;
    return (void *)(uintptr_t)(out % 7);
}

static void *thread1(void *arg)
{
    unsigned out = 1;
    {
        pthread_t child;
        void *value;
        mask(SIG_BLOCK, SIGUSR2);
        pthread_create(&child, NULL, child1, NULL);
        R(x1);
        pthread_join(child, &value);
        R((uintptr_t)value);
    }
    result1 = out;
    return (void *)(uintptr_t)(out % 7);
}

int main(void)
{
    unsigned out = 0;

    signal(SIGUSR2, on_two);
    signal(SIGALRM, on_three);
    mask(SIG_BLOCK, SIGALRM);
    pthread_create(&thread[1], NULL, thread1, NULL);
    pthread_create(&thread[2], NULL, thread2, NULL);
    kill(getpid(), SIGALRM);
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
    result0 = out;
    final[0] = (unsigned)(x0);
    final[1] = (unsigned)(x1);
    final[2] = (unsigned)(number / 16 % 8);
    final[3] = (unsigned)(result0);
    final[4] = (unsigned)(result1);
    final[5] = (unsigned)(result2);
    for (unsigned i = 0; i < sizeof final; i++)
        printf("%02x", ((unsigned char *)final)[i]);
    printf("\n");
    return 0;
}

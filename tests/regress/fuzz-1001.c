// verdict: VERIFIED
// flags: --nondet-range 0..1 --addresses layout --layout 2 --exit-status 
// args: e01000000000000003d080000010000004500000000000003
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define R(value) (out = out * 31 + (unsigned)(value))

static int x1;
static unsigned long number;
static unsigned result0;
static unsigned result1;
static unsigned result2;
static unsigned result3;
static pthread_t thread[6];
static unsigned final[6];

static int same(const char *outcome)
{
    const unsigned char *byte = (const unsigned char *)final;

    for (unsigned i = 0; i < sizeof final; i++)
        if (outcome[2 * i] != "0123456789abcdef"[byte[i] >> 4] ||
            outcome[2 * i + 1] != "0123456789abcdef"[byte[i] & 15])
            return 0;
    return 1;
}

static void ask(const char *question)
{
    if (!question || !same(question + 1))
        return;
    switch (*question) {
    case 'e':
        exit(1);
    case 'l':
        malloc(1);
        break;
    case 'n':
        *(volatile int *)0 = 1;
        break;
    default:
        assert(0);
    }
}

static void *thread3(void *arg)
{
    unsigned out = 3;
    R(number / 16 % 8);
    result3 = out;
    return (void *)(uintptr_t)(out % 7);
}

static void *thread2(void *arg)
{
    unsigned out = 2;
    {
        int *p = malloc(16);
        R((unsigned long)p >> 4 & 7);
        free(p);
    }
    x1 = x1 + 1;
    result2 = out;
    return (void *)(uintptr_t)(out % 7);
}

static void *thread1(void *arg)
{
    unsigned out = 1;
    result1 = out;
    return (void *)(uintptr_t)(out % 7);
}

int main(int argc, char **argv)
{
    unsigned out = 0;

    pthread_create(&thread[1], NULL, thread1, NULL);
    pthread_create(&thread[2], NULL, thread2, NULL);
    pthread_create(&thread[3], NULL, thread3, NULL);
    {
        void *value;
        pthread_join(thread[3], &value);
        R((uintptr_t)value);
    }
    {
        void *value;
        pthread_join(thread[2], &value);
        R((uintptr_t)value);
    }
    {
        void *value;
        pthread_join(thread[1], &value);
        R((uintptr_t)value);
    }
    result0 = out;
    final[0] = (unsigned)(x1);
    final[1] = (unsigned)(number / 16 % 8);
    final[2] = (unsigned)(result0);
    final[3] = (unsigned)(result1);
    final[4] = (unsigned)(result2);
    final[5] = (unsigned)(result3);
    ask(argv[1]);
    return 0;
}

// The numbers of threads tell in which order two were created, by a handle that nobody else sees too.
// verdict: FAILED assertion :31
// also: -DOTHER FAILED assertion :31
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pid_t mine, its;

static void *notes(void *to)
{
    *(pid_t *)to = gettid();
    return 0;
}

static void *creates(void *arg)
{
    pthread_t a;

    pthread_create(&a, 0, notes, &its);
    pthread_join(a, 0);
    return arg;
}

#ifdef OTHER
#define WRONG its < mine
#else
#define WRONG its > mine
#endif
static void judge(void) { assert(!(WRONG)); }

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, creates, 0);
    pthread_create(&b, 0, notes, &mine);
    pthread_join(a, 0);
    pthread_join(b, 0);
    judge();
    return 0;
}

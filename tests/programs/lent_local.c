// verdict: FAILED deadlock
// A static pointer to a local is named as its thread names it, before and after.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define R(value) (out = out * 31 + (unsigned)(value))

static int x0;
static int *lent;
static pthread_mutex_t lending = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static unsigned result0;
static unsigned result1;
static pthread_t thread[6];
static unsigned final[3];

static void *thread1(void *arg)
{
    unsigned out = 1;
    {
        int own = 1;
        pthread_mutex_lock(&lending);
        lent = &own;
        pthread_mutex_unlock(&lending);
        pthread_mutex_lock(&lending);
        lent = NULL;
        pthread_mutex_unlock(&lending);
        R(own);
    }
    pthread_mutex_lock(&guard);
    if (!x0)
        pthread_cond_wait(&cond, &guard);
    pthread_mutex_unlock(&guard);
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
    final[1] = (unsigned)(result0);
    final[2] = (unsigned)(result1);
    for (unsigned i = 0; i < sizeof final; i++)
        printf("%02x", ((unsigned char *)final)[i]);
    printf("\n");
    return 0;
}

// verdict: FAILED use-after-free :21
// The access that fails happens after the free, and the run that shows it is dropped by the thread that frees.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>
static int x0, x1;
static int *shared;
static void *thread2(void *arg)
{
    int *n = shared;
    free(n);
    x1 = 3;
    heddle_assume(x1 == x0);
    return arg;
}
static void *thread1(void *arg)
{
    int *n = malloc(4);
    *n = 1;
    shared = n;
    *n = 5;
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread1, 0);
    pthread_create(&b, 0, thread2, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}

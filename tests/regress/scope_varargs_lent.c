// verdict: FAILED use-after-scope :13
/* The same with the area of variable arguments. */
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
static sem_t started;
static pthread_t t;
static int got;
static void *worker(void *a)
{
    int *p = a;
    sem_post(&started);
    got = *p;
    return NULL;
}
static void run(int n, ...)
{
    va_list list;
    va_start(list, n);
    pthread_create(&t, NULL, worker, list->overflow_arg_area);
    sem_wait(&started);
    va_end(list);
}
int main(void)
{
    sem_init(&started, 0, 0);
    run(1, 42);
    pthread_join(t, NULL);
    return 0;
}

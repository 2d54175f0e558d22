// verdict: FAILED use-after-scope :12
/* A parameter whose address only the other thread still has: the end of its function must come between
 * the thread's operations. */
#include <pthread.h>
#include <semaphore.h>
static sem_t started;
static pthread_t t;
static int got;
static void *worker(void *a)
{
    sem_post(&started);
    got = *(int *)a;
    return NULL;
}
static void run(int x)
{
    pthread_create(&t, NULL, worker, &x);
    sem_wait(&started);
}
int main(void)
{
    sem_init(&started, 0, 0);
    run(5);
    pthread_join(t, NULL);
    return 0;
}

// verdict: VERIFIED
// executions: 2
// What the library does for threads that print, allocate and post is no event of theirs.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

static sem_t done;
static pthread_spinlock_t l;
static int data, count;

static void *worker(void *arg)
{
    int *p = malloc(sizeof *p);
    *p = data = 5;
    printf("%d\n", *p);
    free(p);
    pthread_spin_lock(&l);
    count++;
    pthread_spin_unlock(&l);
    sem_post(&done);
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_spin_init(&l, 0);
    pthread_create(&t, NULL, worker, NULL);
    pthread_spin_lock(&l);
    count++;
    pthread_spin_unlock(&l);
    sem_wait(&done);
    assert(data == 5 && count == 2);
    pthread_join(t, NULL);
    return 0;
}

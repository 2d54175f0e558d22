// verdict: FAILED assertion :26
// What a thread's argument leads to is shared before the thread has taken a step.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct task {
    int **cell;
};

static void *worker(void *arg)
{
    struct task *task = arg;
    **task->cell = 2;
    return NULL;
}

int main(void)
{
    pthread_t t;
    int *value = malloc(sizeof *value), *cell = value;
    struct task task = {&cell};
    *value = 0;
    pthread_create(&t, NULL, worker, &task);
    *value = 1;
    assert(*value == 1);
    pthread_join(t, NULL);
    return 0;
}

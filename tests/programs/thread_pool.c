// verdict: VERIFIED
// flags: --leaks
// A pool of two workers takes jobs from a list until it is told to stop.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
    struct job *next;
    int value;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static struct job *jobs;
static int stop, sum;

static void submit(int value)
{
    struct job *j = malloc(sizeof *j);
    j->value = value;
    pthread_mutex_lock(&m);
    j->next = jobs;
    jobs = j;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
}

static void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    for (;;) {
        while (!jobs && !stop)
            pthread_cond_wait(&c, &m);
        if (!jobs)
            break;
        struct job *j = jobs;
        jobs = j->next;
        sum += j->value;
        pthread_mutex_unlock(&m);
        free(j);
        pthread_mutex_lock(&m);
    }
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    submit(1);
    submit(2);
    pthread_mutex_lock(&m);
    stop = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sum == 3);
    return 0;
}

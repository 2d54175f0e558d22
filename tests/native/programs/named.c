/* What a trace names: members, heap objects by their pointers, descriptors with what went through,
 * signals. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

struct ring {
    pthread_mutex_t m;
    pthread_cond_t cv;
    int items[4];
    unsigned head, tail;
    struct ring *next;
};

static struct ring r, *q;
static int fd[2], got;
static volatile sig_atomic_t seen;

static void on(int number)
{
    seen = number;
}

static void *worker(void *arg)
{
    char b[8];

    pthread_mutex_lock(&r.m);
    r.tail++;
    pthread_cond_signal(&r.cv);
    pthread_mutex_unlock(&r.m);
    pthread_mutex_lock(&q->next->m);
    q->next->tail++;
    pthread_mutex_unlock(&q->next->m);
    got = (int)read(fd[0], b, sizeof b);
    return arg;
}

int main(void)
{
    pthread_t t;
    struct sigaction action = {.sa_handler = on};

    sigaction(SIGUSR1, &action, NULL);
    q = calloc(1, sizeof *q);
    q->next = calloc(1, sizeof *q);
    pthread_mutex_init(&q->next->m, NULL);
    if (pipe(fd) != 0)
        return 2;
    pthread_create(&t, NULL, worker, NULL);
    if (write(fd[1], "hello\n", 6) != 6)
        return 2;
    pthread_kill(t, SIGUSR1);
    sleep(1);
    pthread_join(t, NULL);
    assert(got == 4);
    return 0;
}
